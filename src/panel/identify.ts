import type { Context } from 'koa';
import { Company } from '../accounts/companies/company.entity.ts';
import { ENVIRONMENTS, type Environment } from '../base/environment.ts';
import { forbidden, notFound } from '../base/errors/errors.ts';
import type { PanelDeps } from './panel-deps.ts';
import { clientAddress } from '../base/http/client-address.ts';
import { chooseLanguage } from '../base/http/pages/choose-language.ts';
import { pathId } from '../base/http/path-id.ts';
import { findMembership } from '../accounts/people/members.ts';
import { PANEL_LANGUAGES, type PanelLanguage } from '../accounts/people/person.entity.ts';
import { may, type Permission } from '../accounts/people/roles.ts';
import { findSession, type SignedIn } from '../accounts/people/sessions.ts';
import { COMMON_WORDS } from './common/common.words.ts';
import { formatsIn } from './formats.ts';
import { FactorAwaited, FactorMissing, NotSignedIn } from './not-signed-in.ts';
import { factorIsDueAt } from '../accounts/factors/is-due.ts';
import type { Act, RequestOf, Scope, Screen } from './screen.ts';
import { sessionCookie } from '../accounts/people/session-cookie.ts';

export const SCOPE_PATHS: Record<Scope, string> = {
  open: '/panel',
  person: '/panel',
  platform: '/panel/platform',
  store: '/panel/stores/:company/:environment',
};

/**
 * The header of requests that a page's timer makes (`hx-trigger="every …"`), so that an open page does not count as a
 * person who uses it. A client that sends it otherwise only shortens its own session.
 */
export const REFRESH_HEADER = 'X-Panel-Refresh';

/** A request of any scope; what its scope has beside is there when it was identified. */
export type AnyRequest = RequestOf<Scope, never, unknown> & { me?: SignedIn };

export interface Identified {
  request: AnyRequest;
  me: SignedIn | null;
  /** The token of the session that the cookie belongs to. */
  sessionToken: string | null;
  /** The day until which the person must have a second factor; null where none is asked for. */
  factorUntil: Date | null;
}

/** Finds the person who asks, and the store: every screen and act begins with this. */
export async function identify(deps: PanelDeps, ctx: Context, declared: Screen | Act): Promise<Identified> {
  const cookie = sessionCookie(deps.publicUrl);
  const token = cookie.read(ctx);
  const now = new Date();
  const isUse = ctx.get(REFRESH_HEADER) === '';
  const me = token === null ? null : await findSession(deps.em, { token, now, isUse });
  if (!me && declared.scope !== 'open') throw new NotSignedIn();
  if (me?.session.isPending && declared.scope !== 'open' && !declared.whilePending) throw new FactorAwaited();
  const language: PanelLanguage = me?.person.language ?? chooseLanguage(ctx.get('Accept-Language'), PANEL_LANGUAGES);
  ctx.state.panelLanguage = language;
  if (declared.scope === 'platform' && !me?.person.isOperator) throw notFound('page', 'at this address');
  const member = declared.scope === 'store' ? await findMember(deps, ctx, me!) : null;
  const params = (ctx as Context & { params: Record<string, string | undefined> }).params;
  const base = Object.entries(params).reduce(
    (path, [name, value]) => path.replace(`:${name}`, value ?? ''),
    SCOPE_PATHS[declared.scope],
  );
  const request = {
    deps,
    w: declared.words[language],
    t: COMMON_WORDS[language],
    f: formatsIn(language, member?.company.timeZone ?? 'America/Sao_Paulo'),
    language,
    now,
    from: { address: clientAddress(ctx), userAgent: ctx.get('User-Agent') },
    sessionToken: me ? token : null,
    id: declared.path.includes('{id}') ? pathId(ctx, declared.resource ?? 'page') : 0,
    token: params.token ?? '',
    input: {} as unknown,
    asked: { values: {}, problems: [] },
    href: (path: string) => base + path,
    ...(me && { me }),
    ...member,
  } as unknown as AnyRequest;
  if (declared.scope === 'store' && !may(member!.role, declared.needs ?? 'view')) {
    throw forbidden('not_permitted', 'Your role in this store does not allow this.');
  }
  const factorUntil = me && (await demandFactor(deps, { me, declared, member, now }));
  return { request, me, sessionToken: me ? token : null, factorUntil };
}

/**
 * @returns the end of the days of grace, or null
 * @throws FactorMissing where they are over, or the store grants none
 */
async function demandFactor(
  deps: PanelDeps,
  {
    me,
    declared,
    member,
    now,
  }: { me: SignedIn; declared: Screen | Act; member: Awaited<ReturnType<typeof findMember>> | null; now: Date },
): Promise<Date | null> {
  const demand = {
    isOfStore: member?.company.requiresSecondFactor ?? false,
    isOfRole: (member?.role === 'owner' && member.store.environment === 'production') || declared.scope === 'platform',
  };
  const dueAt = await factorIsDueAt(deps.em, { person: me.person, demand, now });
  if (dueAt === null || declared.withoutFactor) return null;
  if (dueAt <= now) throw new FactorMissing();
  return dueAt;
}

/** @throws ApiError 404 for a store that the person does not belong to: for them it does not exist */
async function findMember(deps: PanelDeps, ctx: Context, me: SignedIn) {
  const { company = '', environment = '' } = (ctx as Context & { params: Record<string, string> }).params;
  const isEnvironment = ENVIRONMENTS.includes(environment as Environment);
  if (!/^[1-9]\d{0,14}$/.test(company) || !isEnvironment) throw notFound('page', 'at this address');
  const companyId = Number(company);
  const membership = await findMembership(deps.em, { companyId, personId: me.person.id });
  if (!membership) throw notFound('store', companyId);
  const { role } = membership;
  return {
    store: { companyId, environment: environment as Environment },
    company: await deps.em.fork().findOneOrFail(Company, companyId),
    role,
    can: (permission: Permission) => may(role, permission),
  };
}
