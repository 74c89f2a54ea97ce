import { gatewayTitle } from '../../gateways/gateway-registry.ts';
import { gatewayAccountsOf } from '../../gateways/read-account.ts';
import { listDisputes } from '../../payments/disputes/list-disputes.ts';
import { listWebhooks } from '../../webhooks/list-webhooks.ts';
import type { RequestOf } from '../screen.ts';
import { nameOfWebhook } from '../webhooks/describe-webhook.ts';
import type { overviewWords } from './overview.words.ts';

/** Something that a person of the store should look at. */
export interface Attention {
  text: string;
  href: string;
}

/** A store with more webhooks or disputes than this has a list to look at. */
const MOST_LOOKED_AT = 100;
const MOST_OF_KIND = 5;
/** A certificate is renewed in good time. */
const ENDS_SOON_MS = 30 * 86_400_000;

/** Finds the things that need somebody: webhooks that fail, disputes without an answer, access that ends. */
export async function readAttention(
  request: RequestOf<'store', (typeof overviewWords)['en'], unknown>,
): Promise<Attention[]> {
  return [...(await endingAccess(request)), ...(await failingWebhooks(request)), ...(await openDisputes(request))];
}

type OverviewRequest = Parameters<typeof readAttention>[0];

async function endingAccess({ deps, store, now, w, f, href, can }: OverviewRequest): Promise<Attention[]> {
  if (!can('manage')) return [];
  const accounts = await gatewayAccountsOf(deps.em, store);
  return accounts.flatMap(({ gateway, accessEndsAt }) =>
    accessEndsAt && accessEndsAt.getTime() - now.getTime() < ENDS_SOON_MS
      ? [
          {
            text: w.accessEnds(gatewayTitle(deps.gateways, gateway), f.day(accessEndsAt)),
            href: href('/settings/gateway'),
          },
        ]
      : [],
  );
}

async function failingWebhooks({ deps, store, w, href }: OverviewRequest): Promise<Attention[]> {
  const { rows } = await listWebhooks(deps.em, { store, query: { limit: MOST_LOOKED_AT } });
  return rows
    .filter(({ pausedAt, failingSince, disabledReason }) => pausedAt ?? failingSince ?? disabledReason)
    .slice(0, MOST_OF_KIND)
    .map((endpoint) => ({ text: w.webhookFails(nameOfWebhook(endpoint)), href: href(`/webhooks/${endpoint.id}`) }));
}

async function openDisputes({ deps, store, w, f, href }: OverviewRequest): Promise<Attention[]> {
  const { rows } = await listDisputes(deps.em, { store, query: { limit: MOST_LOOKED_AT, status: 'open' } });
  return rows
    .filter(({ answerState, answerUntil }) => answerState === 'awaited' && answerUntil !== null)
    .sort((a, b) => a.answerUntil!.getTime() - b.answerUntil!.getTime())
    .slice(0, MOST_OF_KIND)
    .map(({ id, amountCents, answerUntil }) => ({
      text: w.disputeWaits(f.money(amountCents), f.moment(answerUntil!)),
      href: href(`/disputes/${id}`),
    }));
}
