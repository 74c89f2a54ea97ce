/**
 * The settings that the product asks of a Temporal server, by the names of its dynamic settings. docker-compose.yml
 * says the same.
 *
 * Workers then share their time evenly between stores (`fairnessKey`), and the tasks that wait in a queue when this is
 * switched on are worked off too. A queue has one partition: stores take turns within a partition only, and a task in a
 * partition that no worker asks waits for seconds. A partition serves some hundreds of tasks a second.
 *
 * And the list of workflows is brought up to date once a second in each shard, all that is new in one read. Without a
 * bound, Temporal reads for each change. A run that has ended meanwhile is written once in place of three times
 * (docs/decisions/0056-list-and-watch.md).
 */
export const SERVER_SETTINGS = {
  'matching.enableFairness': true,
  'matching.enableMigration': true,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  'history.visibilityProcessorMaxPollRPS': 1,
  'history.visibilityTaskBatchSize': 1_000,
  'history.visibilityProcessorSchedulerWorkerCount': 8,
} as const;
