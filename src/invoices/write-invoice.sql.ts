import { prepared } from '../base/db/prepared-statements.ts';
import { WORK_LEFT } from '../base/outbox/work-left.ts';
import { INVOICE_CHANGED } from './invoice-changed.ts';

/**
 * Tells open pages, and whoever goes on from here: the dispatcher, by an entry for the invoice; and whatever the charge
 * of a cycle came to, the subscription's workflow, by an entry of its own, for which the dispatcher is woken.
 */
export const TELL = prepared(
  'tell_of_invoice',
  `with entries as (
     insert into outbox (subject_type, subject_id, traceparent)
     select subject.type, subject.id, $4
     from (values ('invoice', $1::bigint, $2::boolean), ('subscription', $3::bigint, $3 is not null)) as subject (type, id, is_told)
     where is_told)
   select pg_notify('${INVOICE_CHANGED}', $1::text),
     case when $3::bigint is not null then pg_notify('${WORK_LEFT}', '') end`,
);
