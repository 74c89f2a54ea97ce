import { Migration0001Initial } from './0001-initial.ts';
import { Migration0002CompleteApi } from './0002-complete-api.ts';
import { Migration0003Checkout } from './0003-checkout.ts';
import { Migration0004WebhookOperations } from './0004-webhook-operations.ts';
import { Migration0006Panel } from './0006-panel.ts';
import { Migration0007Subscriptions } from './0007-subscriptions.ts';
import { Migration0008Gateways } from './0008-gateways.ts';
import { Migration0009RareRows } from './0009-rare-rows.ts';
import { Migration0010AttemptsBegun } from './0010-attempts-begun.ts';
import { Migration0011ChargesAskedFor } from './0011-charges-asked-for.ts';
import { Migration0012Traces } from './0012-traces.ts';
import { Migration0013LeasedAttempts } from './0013-leased-attempts.ts';
import { Migration0014StoreBarrier } from './0014-store-barrier.ts';
import { Migration0015ErasedCustomers } from './0015-erased-customers.ts';
import { Migration0016Retention } from './0016-retention.ts';
import { Migration0017DatabaseClock } from './0017-database-clock.ts';
import { Migration0018FairOutbox } from './0018-fair-outbox.ts';
import { Migration0019HeldWork } from './0019-held-work.ts';
import { Migration0020PlansUnderLoad } from './0020-plans-under-load.ts';
import { Migration0021StoresApart } from './0021-stores-apart.ts';
import { Migration0022OutboxSubject } from './0022-outbox-subject.ts';
import { Migration0005SandboxInboxes } from './0005-sandbox-inboxes.ts';

/** In order; a migration that has been released is never edited. */
export const migrations = [
  { name: '0001-initial', class: Migration0001Initial },
  { name: '0002-complete-api', class: Migration0002CompleteApi },
  { name: '0003-checkout', class: Migration0003Checkout },
  { name: '0004-webhook-operations', class: Migration0004WebhookOperations },
  { name: '0005-sandbox-inboxes', class: Migration0005SandboxInboxes },
  { name: '0006-panel', class: Migration0006Panel },
  { name: '0007-subscriptions', class: Migration0007Subscriptions },
  { name: '0008-gateways', class: Migration0008Gateways },
  { name: '0009-rare-rows', class: Migration0009RareRows },
  { name: '0010-attempts-begun', class: Migration0010AttemptsBegun },
  { name: '0011-charges-asked-for', class: Migration0011ChargesAskedFor },
  { name: '0012-traces', class: Migration0012Traces },
  { name: '0013-leased-attempts', class: Migration0013LeasedAttempts },
  { name: '0014-store-barrier', class: Migration0014StoreBarrier },
  { name: '0015-erased-customers', class: Migration0015ErasedCustomers },
  { name: '0016-retention', class: Migration0016Retention },
  { name: '0017-database-clock', class: Migration0017DatabaseClock },
  { name: '0018-fair-outbox', class: Migration0018FairOutbox },
  { name: '0019-held-work', class: Migration0019HeldWork },
  { name: '0020-plans-under-load', class: Migration0020PlansUnderLoad },
  { name: '0021-stores-apart', class: Migration0021StoresApart },
  { name: '0022-outbox-subject', class: Migration0022OutboxSubject },
];
