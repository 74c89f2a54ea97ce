import type { EntityManager } from '@mikro-orm/postgresql';
import { resealColumn, type Resealed, type SealedColumn } from '../base/crypto/reseal.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import type { Environment, Store } from '../base/environment.ts';
import { factorContext } from '../accounts/factors/second-factor.entity.ts';
import { answerContext } from '../base/http/idempotency/answer-context.ts';
import { gatewayAccountContext } from '../gateways/gateway-account.entity.ts';
import { evidenceContext } from '../invoices/dispute-file.entity.ts';
import { cardTokenContext } from '../invoices/card-to-charge.ts';
import { savedCardContext } from '../catalog/cards/saved-card.entity.ts';
import { mailContext } from '../base/mail/queue-mail.ts';
import { cardOnFileContext } from '../subscriptions/card-on-file.ts';
import { webhookSecretContext } from '../webhooks/deliver-webhook.ts';

const ofStore = ['company_id', 'environment'];

/**
 * Everything that is sealed at rest. A column that is missing here would be lost with its old key; the test looks for
 * one.
 */
const SEALED: Record<string, SealedColumn> = {
  webhook_secrets: {
    table: 'webhook_endpoints',
    column: 'secret',
    contextColumns: ofStore,
    context: (row) => webhookSecretContext(storeOf(row)),
  },
  previous_webhook_secrets: {
    table: 'webhook_endpoints',
    column: 'previous_secret',
    contextColumns: ofStore,
    context: (row) => webhookSecretContext(storeOf(row)),
  },
  card_tokens: {
    table: 'payment_attempts',
    column: 'card_token',
    contextColumns: ['invoice_id'],
    context: ({ invoice_id }) => cardTokenContext(Number(invoice_id)),
  },
  cards_on_file: {
    table: 'subscriptions',
    column: 'card_token',
    contextColumns: [],
    context: ({ id }) => cardOnFileContext(Number(id)),
  },
  cards_offered: {
    table: 'subscriptions',
    column: 'offered_card_token',
    contextColumns: [],
    context: ({ id }) => cardOnFileContext(Number(id)),
  },
  saved_cards: {
    table: 'saved_cards',
    column: 'token',
    contextColumns: [],
    context: ({ id }) => savedCardContext(Number(id)),
  },
  gateway_secrets: {
    table: 'gateway_accounts',
    column: 'secrets',
    contextColumns: ofStore,
    context: (row) => gatewayAccountContext(storeOf(row)),
  },
  idempotency_answers: {
    table: 'idempotency_keys',
    column: 'body',
    contextColumns: [...ofStore, 'route', 'key'],
    context: (row) => answerContext({ store: storeOf(row), route: row.route!, key: row.key! }),
  },
  totp_secrets: {
    table: 'second_factors',
    column: 'totp_secret',
    contextColumns: ['person_id'],
    context: ({ person_id }) => factorContext(Number(person_id)),
  },
  recovery_codes: {
    table: 'second_factors',
    column: 'recovery_codes',
    contextColumns: ['person_id'],
    context: ({ person_id }) => factorContext(Number(person_id)),
  },
  dispute_answers: {
    table: 'disputes',
    column: 'explanation',
    contextColumns: [],
    context: ({ id }) => evidenceContext(Number(id)),
  },
  dispute_files: {
    table: 'dispute_files',
    column: 'content',
    contextColumns: ['dispute_id'],
    context: ({ dispute_id }) => evidenceContext(Number(dispute_id)),
  },
  mails: {
    table: 'mails',
    column: 'content',
    contextColumns: ['recipient'],
    context: (row) => mailContext(row.recipient!),
  },
};

/**
 * Seals everything with the first of the ENCRYPTION_KEYS, so that the others can be removed. May be repeated, and run
 * while the API does, once every process of it has the new key first: else it goes on sealing with the old one.
 */
export async function rotateEncryption(em: EntityManager, secrets: SecretBox): Promise<Record<string, Resealed>> {
  const results: Record<string, Resealed> = {};
  for (const [name, column] of Object.entries(SEALED)) results[name] = await resealColumn(em, secrets, column);
  return results;
}

function storeOf({ company_id, environment }: Record<string, string>): Store {
  return { companyId: Number(company_id), environment: environment as Environment };
}
