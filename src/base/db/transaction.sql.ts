import { prepared } from './prepared-statements.ts';

/** As the ORM's query builder writes them. */
export const BEGIN = prepared('begin', 'begin');
export const COMMIT = prepared('commit', 'commit');
