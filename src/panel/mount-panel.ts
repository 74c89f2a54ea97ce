import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import Router from '@koa/router';
import type { Context, Next } from 'koa';
import { koaBody } from 'koa-body';
import { recordAudit, type Actor } from '../audit/record-audit.ts';
import { Company } from '../companies/company.entity.ts';
import { ENVIRONMENTS, type Environment } from '../companies/environment.ts';
import { inTransaction } from '../db/transaction.ts';
import { ApiError, forbidden, notFound, payloadTooLarge } from '../errors/errors.ts';
import type { AppDeps } from '../http/app.ts';
import { serveAsset } from '../http/pages/assets.ts';
import { chooseLanguage } from '../http/pages/choose-language.ts';
import { pageHeaders } from '../http/pages/page-headers.ts';
import { pathId } from '../http/path-id.ts';
import { limitVisits } from '../http/rate-limit/limit-visits.ts';
import { findMembership } from '../people/members.ts';
import { PANEL_LANGUAGES, type PanelLanguage } from '../people/person.entity.ts';
import { may, type Permission } from '../people/roles.ts';
import { findSession, type SignedIn } from '../people/sessions.ts';
import { acts, screens } from './areas.ts';
import { checkForgery } from './check-forgery.ts';
import { COMMON_WORDS } from './common/common.words.ts';
import { formatsIn } from './formats.ts';
import { layOut } from './lay-out.ts';
import { NotSignedIn } from './not-signed-in.ts';
import { panelAssets } from './panel-assets.ts';
import { PanelSubmission } from './panel-submission.entity.ts';
import { describeRefusals, readForm, readQuery, type FormValues } from './read-form.ts';
import { renderPanelPage, type RefusedForm } from './render.ts';
import type { Act, RequestOf, Scope, Screen, View } from './screen.ts';
import { formToken, sessionCookie } from './session-cookie.ts';
import { answerPanelFailure } from './answer-failure.ts';

export const SCOPE_PATHS: Record<Scope, string> = {
  open: '/panel',
  person: '/panel',
  platform: '/panel/platform',
  store: '/panel/stores/:company/:environment',
};

const ACTS_BY_ID: ReadonlyMap<string, Act> = new Map(acts.map((act) => [act.id, act]));

/** Several reads of one page see one state of the record. */
const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const;

type AnyRequest = RequestOf<Scope, never, unknown> & { me?: SignedIn };

/** A screen on its way to the browser. */
interface Shown {
  screen: Screen;
  request: AnyRequest;
  me: SignedIn | null;
  sessionToken: string | null;
  refused: RefusedForm | null;
  status?: number;
}

/** Serves the panel: every screen and act that the areas declare, each with the checks that its scope asks for. */
export function panelRouter(deps: AppDeps): Router {
  const router = new Router({ sensitive: true });
  const panel = createPanel(deps);
  router.get('/panel/assets/:name', (ctx) => serveAsset(ctx, panelAssets, ctx.params.name ?? ''));
  const guard = [answerPanelFailure(deps), limitVisits((ctx) => [() => deps.limits.spendVisit(ctx.ip)])] as const;
  const at = ({ scope, path }: Screen | Act) =>
    (SCOPE_PATHS[scope] + path).replace('{id}', ':id').replace('{token}', ':token');
  for (const screen of screens) router.get(at(screen), ...guard, (ctx: Context) => panel.show(ctx, screen));
  for (const act of acts) router.post(at(act), ...guard, readBody(act), (ctx: Context) => panel.perform(ctx, act));
  router.get('/panel/{*rest}', ...guard, () => {
    throw notFound('page', 'at this address');
  });
  return router;
}

function createPanel(deps: AppDeps) {
  const cookie = sessionCookie(deps.publicUrl);

  /** Who asks, and for which store: what every screen and act begins with. */
  async function identify(ctx: Context, declared: Screen | Act) {
    const token = cookie.read(ctx);
    const now = new Date();
    const me = token === null ? null : await findSession(deps.em, token, now);
    if (!me && declared.scope !== 'open') throw new NotSignedIn();
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
      from: { address: ctx.ip, userAgent: ctx.get('User-Agent') },
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
    return { request, me, sessionToken: me ? token : null };
  }

  async function show(ctx: Context, screen: Screen): Promise<void> {
    const { request, me, sessionToken } = await identify(ctx, screen);
    await render(ctx, { screen, request, me, sessionToken, refused: null });
  }

  async function render(ctx: Context, shown: Shown): Promise<void> {
    const { screen, request } = shown;
    const values = ctx.method === 'GET' ? { ...ctx.query } : {};
    if (screen.query) {
      const { value, problems } = readQuery(screen.query, values, request.language);
      Object.assign(request, { input: value, asked: { values, problems } });
    }
    const work = (em: AppDeps['em']) => screen.show({ ...request, deps: { ...deps, em } } as never);
    const view = await (screen.streams ? work(deps.em) : withinStore(request, work, SNAPSHOT));
    respond(ctx, view, shown);
  }

  function withinStore<T>(request: AnyRequest, work: (em: AppDeps['em']) => Promise<T>, options?: typeof SNAPSHOT) {
    const { store } = request as Partial<RequestOf<'store', never, unknown>>;
    return store ? deps.transact(store, work, options) : inTransaction(deps.em, work, options);
  }

  function respond(ctx: Context, view: View, shown: Shown): void {
    if ('redirectTo' in view) return seeOther(ctx, view.redirectTo);
    if ('body' in view) {
      ctx.type = view.type;
      ctx.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'private, no-store' });
      // Opened by itself, a picture is a document: this one may do nothing at all.
      ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
      if (view.downloadAs) ctx.attachment(view.downloadAs);
      ctx.body = view.body;
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    if ('render' in view) {
      pageHeaders(ctx, nonce, { framed: true });
      ctx.body = view.render({ nonce });
      return;
    }
    pageHeaders(ctx, nonce, { referrer: 'same-origin' });
    const { request, refused, sessionToken } = shown;
    ctx.status = shown.status ?? view.status ?? (request.asked.problems.length > 0 ? 422 : 200);
    ctx.body = renderPanelPage(view, {
      request: request as never,
      layout: layOut(ctx, { request, screen: shown.screen, me: shown.me, notice: noticeOf(ctx, request) }),
      nonce,
      csrf: sessionToken === null ? null : formToken(sessionToken),
      refused,
      actById: actById,
    });
  }

  async function perform(ctx: Context, act: Act): Promise<void> {
    const { request, me, sessionToken } = await identify(ctx, act);
    const { _csrf, _key, ...values } = (ctx.request.body ?? {}) as FormValues;
    checkForgery(ctx, { session: sessionToken, sent: _csrf });
    const { company, store } = request as Partial<RequestOf<'store', never, unknown>>;
    if (company?.suspendedAt && !act.whileSuspended) {
      throw forbidden('store_suspended', 'This store is suspended: nothing can be changed.');
    }
    const file = act.file ? await readFileOf(ctx, act.file) : null;
    const refuse = (problems: RefusedForm['problems'], status = 422) => {
      const refused = { act, id: request.id, values, problems };
      const again = { ...request, w: act.screen.words[request.language] } as AnyRequest;
      return render(ctx, { screen: act.screen, request: again, me, sessionToken, refused, status });
    };
    const form = readForm(act.form, values, request.language);
    if (!form.ok) return refuse(form.problems);
    const key = typeof _key === 'string' && /^[\w-]{1,64}$/.test(_key) ? _key : null;
    const run = async (em: AppDeps['em']) => {
      if (me && key && !(await takeKey(em, { key, personId: me.person.id, now: request.now })))
        return 'already' as const;
      const outcome = await act.run({ ...request, deps: { ...deps, em }, input: form.value, file } as never);
      if (!act.auditsItself) {
        const actor: Actor = { ...request.from, personId: me?.person.id ?? null, name: me?.person.email ?? '' };
        const { subject, details } = outcome;
        const companyId = store?.companyId;
        recordAudit(em, actor, { action: act.id, companyId, environment: store?.environment, subject, details });
      }
      return outcome;
    };
    let outcome: Awaited<ReturnType<typeof run>>;
    try {
      outcome = act.withoutTransaction ? await run(deps.em.fork()) : await withinStore(request, run);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 404) throw error;
      ctx.state.problemCode = error.code;
      ctx.set(error.headers);
      const inWords = { ...act.words[request.language].problems };
      const errors = error.errors.length > 0 ? error.errors : [{ field: '', code: error.code, message: error.message }];
      return refuse(describeRefusals(errors, request.language, inWords), error.status);
    }
    if (outcome === 'already') {
      const screenPath = act.screen.path.replace('{id}', String(request.id)).replace('{token}', request.token);
      return seeOther(ctx, `${request.href(screenPath)}?done=already`);
    }
    if (outcome.session === 'ended') cookie.clear(ctx);
    else if (outcome.session) cookie.set(ctx, outcome.session.token);
    if (outcome.show)
      return respond(ctx, outcome.show, { screen: act.screen, request, me, sessionToken, refused: null });
    seeOther(ctx, withNotice(outcome.goTo ?? request.href('/'), act.id));
  }

  return { show, perform };
}

/** @throws ApiError 404 for a store that the person does not belong to: for them it does not exist */
async function findMember(deps: AppDeps, ctx: Context, me: SignedIn) {
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

/** False for a form that has acted already; a second one that comes meanwhile waits for the first. */
async function takeKey(
  em: AppDeps['em'],
  { key, personId, now }: { key: string; personId: number; now: Date },
): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    'insert into panel_submissions (key, person_id, created_at) values (?, ?, ?) on conflict do nothing returning 1',
    [`${personId}:${key}`, personId, now],
  );
  return rows.length > 0;
}

/** Forgets forms that are too old to be sent twice. */
export function purgeSubmissions(em: AppDeps['em'], now: Date): Promise<number> {
  const old = new Date(now.getTime() - 24 * 3_600_000);
  return em.fork().nativeDelete(PanelSubmission, { createdAt: { $lt: old } });
}

function readBody(act: Act) {
  const limit = '64kb';
  const read = koaBody({
    json: false,
    text: false,
    urlencoded: !act.file,
    multipart: Boolean(act.file),
    formLimit: limit,
    formidable: { maxFileSize: 2_000_000, maxFields: 50, maxFieldsSize: 64_000, allowEmptyFiles: true, minFileSize: 0 },
    onError: () => {
      throw payloadTooLarge(act.file ? '2 MB' : limit);
    },
  });
  return (ctx: Context, next: Next) => read(ctx, next);
}

/** The bytes of an uploaded file, which is not left on the disk; null where none was chosen. */
async function readFileOf(ctx: Context, { field, maxBytes }: NonNullable<Act['file']>): Promise<Buffer | null> {
  const files = Object.values(ctx.request.files ?? {}).flat();
  try {
    const found = ctx.request.files?.[field];
    const file = Array.isArray(found) ? found[0] : found;
    if (!file || file.size === 0) return null;
    // One byte more than is accepted is enough to be refused.
    return (await readFile(file.filepath)).subarray(0, maxBytes + 1);
  } finally {
    await Promise.all(files.map((file) => file && rm(file.filepath, { force: true })));
  }
}

function seeOther(ctx: Context, location: string): void {
  ctx.redirect(location);
  ctx.status = 303;
  ctx.set('Cache-Control', 'no-store');
}

function withNotice(path: string, actId: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${actId}`;
}

/** What was done just now, as the address says; words of ours, whoever made the address. */
function noticeOf(ctx: Context, { language, t }: AnyRequest): string | null {
  const { done } = ctx.query;
  if (typeof done !== 'string') return null;
  if (done === 'already') return t.doneAlready;
  return ACTS_BY_ID.get(done)?.words[language].acts[done]?.done ?? null;
}

function actById(id: string): Act {
  const act = ACTS_BY_ID.get(id);
  if (!act) throw new Error(`There is no act ${id}.`);
  return act;
}
