import type { MikroORM } from '@mikro-orm/postgresql';
import { openOrm, type DatabaseOptions } from '../base/db/orm.ts';
import { entities } from './entities.ts';
import { migrations } from './migrations/index.ts';

/** Opens the pool of the platform's database. Nothing connects before the first query. */
export function openDatabase(options: DatabaseOptions): Promise<MikroORM> {
  return openOrm({ entities, migrations }, options);
}
