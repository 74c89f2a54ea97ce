/**
 * The settings that the product asks of a Temporal server, by the names of its dynamic settings. docker-compose.yml
 * says the same.
 *
 * Workers then share their time evenly between stores (`fairnessKey`), and the tasks that wait in a queue when this is
 * switched on are worked off too.
 */
export const SERVER_SETTINGS = {
  'matching.enableFairness': true,
  'matching.enableMigration': true,
} as const;
