import { p } from '@mikro-orm/postgresql';
import { ENVIRONMENTS, type Environment } from '../../base/environment.ts';
import { Company } from './company.entity.ts';

/** The first columns of a row that belongs to a store: its own id, then the store and the environment it is of. */
export const ownedByStore = () => ({
  id: p.bigint('number').primary().autoincrement(),
  companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id'),
  environment: p.enum(ENVIRONMENTS).$type<Environment>(),
});
