import { Readable } from 'node:stream';
import type { AuditEntry } from '../../accounts/audit/audit-entry.entity.ts';
import { listAudit } from '../../accounts/audit/list-audit.ts';
import { joi } from '../../base/http/joi.ts';
import { pageQuery, type PageQuery } from '../../base/http/list-page.ts';
import type { ApiToken } from '../../accounts/companies/api-token.entity.ts';
import { listApiTokens } from '../../accounts/companies/list-api-tokens.ts';
import { maskApiToken } from '../../accounts/companies/present-api-token.ts';
import { listMembers } from '../../accounts/people/members.ts';
import type { Store } from '../../base/environment.ts';
import { presentLine } from '../../platform/audit-chain.ts';
import type { PanelDeps } from '../panel-deps.ts';
import { describeBrowser } from '../account/describe-browser.ts';
import { formFields } from '../form-fields.ts';
import { pagerOf } from '../pager.ts';
import { screen, type Act, type RequestOf, type Screen } from '../screen.ts';
import { sayAdjustment } from '../adjustments.ts';
import { actLogsOf, type ActLogs } from './act-logs.ts';
import { auditWords } from './audit.words.ts';
import { DETAIL_NAMES } from './detail-names.ts';
import { presentDetails } from './present-details.ts';

const words = auditWords;
const LINES_AT_ONCE = 500;

type AuditQuery = PageQuery & { person?: number; token?: number; action?: string };

/** The acts that a store's log holds although they are done outside of the store's own pages. */
const OF_STORES = new Set(['acceptInvitation', 'confirmAlertAddress']);

const auditScreen = (everyAct: () => readonly Act[]) =>
  screen({
    id: 'audit',
    scope: 'store',
    path: '/audit',
    section: 'audit',
    needs: 'manage',
    words,
    query: pageQuery<AuditQuery>({
      person: formFields.id(),
      token: formFields.id(),
      action: joi
        .string()
        .empty('')
        .pattern(/^[A-Za-z][\w.-]{0,59}$/),
    }),
    show: async (request) => {
      const { deps, store, input, language, w, href } = request;
      const acts = everyAct();
      const page = await listAudit(deps.em, { companyId: store.companyId, query: input });
      const logs = actLogsOf(acts, language);
      const members = await listMembers(deps.em, store.companyId);
      return {
        template: 'audit/audit',
        title: w.title,
        data: {
          entries: page.rows.map((entry) => presentEntry(entry, logs, request)),
          people: peopleOf(members, { chosen: input.person, row: page.rows[0], anybody: w.anybody }),
          tokens: tokensOf(await listApiTokens(deps.em, store.companyId), w.anyToken),
          actions: [{ value: '', label: w.anything }, ...actionsOf(acts, logs)],
          pager: pagerOf(href('/audit'), { query: { ...input }, page }),
        },
      };
    },
  });

/** All lines of the store as JSON lines, the newest first, with their places in the chain. */
const auditFileScreen = screen({
  id: 'auditFile',
  scope: 'store',
  path: '/audit.jsonl',
  section: 'audit',
  needs: 'manage',
  words,
  streams: true,
  show: ({ deps, store }) =>
    Promise.resolve({
      type: 'application/jsonl; charset=utf-8',
      body: Readable.from(auditLines(deps.transact, store)),
      downloadAs: `audit-${store.companyId}.jsonl`,
    }),
});

async function* auditLines(transact: PanelDeps['transact'], store: Store): AsyncGenerator<string> {
  for (let after: number | undefined; ;) {
    const query = { limit: LINES_AT_ONCE, ...(after !== undefined && { starting_after: after }) };
    const { rows, hasMore } = await transact(store, (em) => listAudit(em, { companyId: store.companyId, query }));
    for (const entry of rows) yield `${JSON.stringify(presentLine(entry))}\n`;
    if (!hasMore) return;
    after = rows.at(-1)!.id;
  }
}

/** @param everyAct what there is to be done in the panel: asked for late, as the areas that do it know this one */
export const auditScreens = (everyAct: () => readonly Act[]): Screen[] => [auditScreen(everyAct), auditFileScreen];
export const auditActs: Act[] = [];

function presentEntry(
  entry: AuditEntry,
  logs: ActLogs,
  { w, t, f, language }: RequestOf<'store', (typeof words)['pt'], unknown>,
) {
  const { id, personId, tokenId, byOperator, actor, action } = entry;
  const { subject, details, address, userAgent, environment, createdAt } = entry;
  // A command of an operator comes from no browser.
  const browser = !userAgent ? null : tokenId ? w.byApi : (describeBrowser(userAgent) ?? w.unknownBrowser);
  return {
    id,
    // An operator of the platform is nobody of the store: the store learns of the act, and not from where it was done.
    only: byOperator ? null : personId ? `person=${personId}` : tokenId ? `token=${tokenId}` : null,
    who: byOperator ? w.operator : actor,
    what: logs.get(action) ?? action,
    subject,
    details: presentDetails(details, {
      names: DETAIL_NAMES[language],
      roles: t.roles,
      none: '–',
      sayMoney: (cents) => f.money(cents),
      sayTruth: (value) => (value ? t.yes : t.no),
      sayAdjustment: (one) => sayAdjustment(one, { f, language }),
    }),
    environment: environment ? t.environments[environment] : w.both,
    from: byOperator ? [] : [address, browser].filter(Boolean),
    createdAt,
  };
}

/** The members, and whoever is looked for: somebody who has left may have written here too. */
function peopleOf(
  members: Awaited<ReturnType<typeof listMembers>>,
  { chosen, row, anybody }: { chosen: number | undefined; row: AuditEntry | undefined; anybody: string },
): { value: string; label: string }[] {
  const options = members.map(({ person: { id, name, email } }) => ({
    value: String(id),
    label: `${name} (${email})`,
  }));
  if (chosen !== undefined && !members.some(({ person }) => person.id === chosen)) {
    options.push({ value: String(chosen), label: row?.actor ?? String(chosen) });
  }
  return [{ value: '', label: anybody }, ...options];
}

/** Every token that the store has had: one that was revoked may have acted too. */
function tokensOf(tokens: readonly ApiToken[], anyToken: string): { value: string; label: string }[] {
  const options = tokens.map((token) => {
    const mask = maskApiToken(token);
    return { value: String(token.id), label: token.name ? `${token.name} (${mask})` : mask };
  });
  return [{ value: '', label: anyToken }, ...options];
}

function actionsOf(acts: readonly Act[], logs: ActLogs): { value: string; label: string }[] {
  const ofStores = new Set(acts.filter(({ id, scope }) => scope === 'store' || OF_STORES.has(id)).map(({ id }) => id));
  return [...logs].filter(([id]) => ofStores.has(id)).map(([value, label]) => ({ value, label }));
}
