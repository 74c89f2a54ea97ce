import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { StoreSettings } from './store-settings.entity.ts';

export function readSettings(em: EntityManager, { companyId, environment }: Store): Promise<StoreSettings> {
  return em.findOneOrFail(StoreSettings, { companyId, environment });
}
