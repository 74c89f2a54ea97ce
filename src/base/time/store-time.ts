/** The time of a store, as its news tell it to a workflow. */
export interface StoreTime {
  /**
   * ISO 8601: the time that the clock of the store's sandbox showed when the record was read. The clock stands until
   * the store advances it, and the advance tells of all that is then due, so no timer measures it. Absent: the store
   * has real time.
   */
  clockAt?: string;
}
