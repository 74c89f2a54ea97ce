/**
 * The settings that the product asks of a Temporal server, by the names of its dynamic settings. docker-compose.yml
 * says the same.
 *
 * Workers then share their time evenly between stores (`fairnessKey`), and the tasks that wait in a queue when this is
 * switched on are worked off too. A queue has one partition: stores take turns within a partition only, and a task in a
 * partition that no worker asks waits for seconds. A partition serves some hundreds of tasks a second.
 */
export const SERVER_SETTINGS = {
  'matching.enableFairness': true,
  'matching.enableMigration': true,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
} as const;
