import { Migration0001Initial } from './0001-initial.ts';

/** In order; a migration that has been released is never edited. */
export const migrations = [{ name: '0001-initial', class: Migration0001Initial }];
