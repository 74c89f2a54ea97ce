import { randomBytes } from 'node:crypto';
import Router from '@koa/router';
import type { Context, Next } from 'koa';
import type { SandboxClock } from '../accounts/companies/sandbox-clock.entity.ts';
import { findClock } from '../outbox/clocks/read-clock.ts';
import { recordAudit, type Actor } from '../accounts/audit/record-audit.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { ApiError, forbidden, notFound } from '../base/errors/errors.ts';
import type { PanelDeps } from './panel-deps.ts';
import { serveAsset } from '../base/http/pages/assets.ts';
import { pageHeaders } from '../base/http/pages/page-headers.ts';
import { limitVisits } from '../base/http/rate-limit/limit-visits.ts';
import { answerPanelFailure } from './answer-failure.ts';
import { acts, screens } from './areas.ts';
import { checkFormToken, checkOrigin } from './check-forgery.ts';
import { identify, SCOPE_PATHS, type AnyRequest, type Identified } from './identify.ts';
import { layOut } from './lay-out.ts';
import { panelAssets } from './panel-assets.ts';
import { readBody, readFileOf } from './read-body.ts';
import { describeRefusals, readForm, readQuery, type FormValues } from './read-form.ts';
import { renderPanelPage, type RefusedForm } from './render.ts';
import type { Act, Outcome, RequestOf, Screen, View } from './screen.ts';
import { stepUpFor, stepUpOf, type StepUpView } from './step-up.ts';
import { formToken, sessionCookie } from '../accounts/people/session-cookie.ts';
import { takeKey } from './submissions.ts';
import { temporalCodecRoutes } from './temporal-codec.ts';

const ACTS_BY_ID: ReadonlyMap<string, Act> = new Map(acts.map((act) => [act.id, act]));

/** Several reads of one page see one state of the record. */
const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const;

/** A screen on its way to the browser. */
interface Shown extends Identified {
  screen: Screen;
  refused: RefusedForm | null;
  status?: number;
  /** The clock of the sandbox; null where it has real time, and elsewhere. */
  clock?: SandboxClock | null;
  /** The proof that forms of the page ask for; null where none is needed now. */
  stepUp?: StepUpView | null;
}

/** Serves the panel: every screen and act that the areas declare, each with the checks that its scope asks for. */
export function panelRouter(deps: PanelDeps): Router {
  const router = new Router({ sensitive: true });
  const panel = createPanel(deps);
  router.get('/panel/assets/:name', (ctx) => serveAsset(ctx, panelAssets, ctx.params.name ?? ''));
  const guard = [answerPanelFailure(deps), limitVisits((ctx) => [() => deps.limits.spendVisit(ctx.ip)])] as const;
  const at = ({ scope, path }: Screen | Act) =>
    (SCOPE_PATHS[scope] + path).replace('{id}', ':id').replace('{token}', ':token');
  for (const screen of fixedFirst(screens)) router.get(at(screen), ...guard, (ctx: Context) => panel.show(ctx, screen));
  for (const act of fixedFirst(acts)) {
    if (act.withoutTransaction && !act.auditsItself) throw new Error(`${act.id} would lose its line in the audit log.`);
    // A person who may not act has sent nothing that is worth reading.
    const admit = panel.admit(act);
    router.post(at(act), ...guard, admit, readBody(act), (ctx: Context) => panel.perform(ctx, act));
    const isScreenToo = screens.some((screen) => at(screen) === at(act));
    if (!isScreenToo) router.get(at(act), ...guard, (ctx: Context) => panel.goToScreen(ctx, act));
  }
  temporalCodecRoutes(router, deps);
  router.get('/panel/{*rest}', ...guard, () => {
    throw notFound('page', 'at this address');
  });
  return router;
}

function createPanel(deps: PanelDeps) {
  const cookie = sessionCookie(deps.publicUrl);

  async function show(ctx: Context, screen: Screen): Promise<void> {
    await render(ctx, { ...(await identify(deps, ctx, screen)), screen, refused: null });
  }

  async function render(ctx: Context, shown: Shown): Promise<void> {
    const { screen, request } = shown;
    const values = ctx.method === 'GET' ? { ...ctx.query } : {};
    if (screen.query) {
      const { value, problems } = readQuery(screen.query, values, request.language);
      Object.assign(request, { input: value, asked: { values, problems } });
    }
    shown.stepUp = await stepUpOf(deps, shown);
    shown.clock = await clockOf(request);
    const work = (em: PanelDeps['em']) => screen.show({ ...request, deps: { ...deps, em } });
    const view = await (screen.streams ? work(deps.em) : withinStore(request, work, SNAPSHOT));
    respond(ctx, view, shown);
  }

  function clockOf(request: AnyRequest): Promise<SandboxClock | null> {
    const { store } = request as Partial<RequestOf<'store', never, unknown>>;
    return store?.environment === 'sandbox' ? findClock(deps.em, store.companyId) : Promise.resolve(null);
  }

  function withinStore<T>(request: AnyRequest, work: (em: PanelDeps['em']) => Promise<T>, options?: typeof SNAPSHOT) {
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
    pageHeaders(ctx, nonce, { referrer: 'same-origin', formsLeadTo: view.formsLeadTo ?? [] });
    const { request, refused, sessionToken } = shown;
    ctx.status = shown.status ?? view.status ?? (request.asked.problems.length > 0 ? 422 : 200);
    ctx.body = renderPanelPage(view, {
      request: request,
      layout: layOut({ ...shown, path: ctx.path, notice: noticeOf(ctx, request) }),
      nonce,
      csrf: sessionToken === null ? null : formToken(sessionToken),
      refused,
      stepUp: shown.stepUp ?? null,
      actById: actById,
    });
  }

  /** The checks before the form is read: the sender, the origin, and the permission. */
  const admit = (act: Act) =>
    async function admitMiddleware(ctx: Context, next: Next): Promise<void> {
      const identified = await identify(deps, ctx, act);
      checkOrigin(ctx);
      refuseSuspended(identified.request, act);
      ctx.state.identified = identified;
      await next();
    };

  async function perform(ctx: Context, act: Act): Promise<void> {
    const identified = ctx.state.identified as Identified;
    const { request, sessionToken } = identified;
    const { _csrf, _key, _code, _assertion, _password, ...values } = (ctx.request.body ?? {}) as FormValues;
    checkFormToken({ session: sessionToken, sent: _csrf });
    const file = act.file ? await readFileOf(ctx, act.file) : null;
    const refuse = (problems: RefusedForm['problems'], status = 422) => {
      const refused = { act, id: request.id, values, problems };
      const again = { ...request, w: act.screen.words[request.language] } as AnyRequest;
      return render(ctx, { ...identified, screen: act.screen, request: again, refused, status });
    };
    const form = readForm(act.form, values, request.language);
    if (!form.ok) return refuse(form.problems);
    try {
      const proof = { code: _code, assertion: _assertion, password: _password };
      await stepUpFor(deps, act, { ...identified, input: form.value, proof });
      const run = (em: PanelDeps['em']) => runAct(act, { ...identified, em, input: form.value, file, key: _key });
      const outcome = await (act.withoutTransaction ? run(deps.em.fork()) : withinStore(request, run));
      answerOutcome(ctx, act, { identified, outcome });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500 || error.status === 404) throw error;
      ctx.state.problemCode = error.code;
      ctx.set(error.headers);
      const errors = error.errors.length > 0 ? error.errors : [{ field: '', code: error.code, message: error.message }];
      return refuse(describeRefusals(errors, request.language, act.words[request.language].problems), error.status);
    }
  }

  /** The act, its key and its line in the audit log, in one transaction. `null`: the same form has acted already. */
  async function runAct(
    act: Act,
    given: Identified & { em: PanelDeps['em']; input: unknown; file: Buffer | null; key: unknown },
  ): Promise<Outcome | null> {
    const { request, me, em, input, file, key } = given;
    if (me && typeof key === 'string' && /^[\w-]{1,64}$/.test(key)) {
      if (!(await takeKey(em, { key, personId: me.person.id, now: request.now }))) return null;
    }
    const outcome = await act.run({ ...request, deps: { ...deps, em }, input, file });
    if (act.auditsItself) return outcome;
    const { id: personId = null, email: name = '' } = me?.person ?? {};
    const actor: Actor = { ...request.from, personId, name, byOperator: act.scope === 'platform' };
    const { store } = request as Partial<RequestOf<'store', never, unknown>>;
    const { subject, details } = outcome;
    const companyId = store?.companyId ?? outcome.companyId;
    const environment = act.ofBothEnvironments ? null : store?.environment;
    recordAudit(em, actor, { action: act.id, companyId, environment, subject, details });
    return outcome;
  }

  function answerOutcome(
    ctx: Context,
    act: Act,
    { identified, outcome }: { identified: Identified; outcome: Outcome | null },
  ): void {
    const { request } = identified;
    if (!outcome) return seeOther(ctx, `${addressOf(act.leadsTo ?? act.screen, request)}?done=already`);
    if (outcome.session === 'ended') cookie.clear(ctx);
    else if (outcome.session) cookie.set(ctx, outcome.session.token);
    if (outcome.download) return respond(ctx, outcome.download, { ...identified, screen: act.screen, refused: null });
    if (outcome.show) return respond(ctx, outcome.show, { ...identified, screen: act.screen, refused: null });
    seeOther(ctx, withNotice(outcome.goTo ?? screenOf(act, request), act.id));
  }

  /** A reader who reloads the page of a refused form asks for the form's own address. */
  async function goToScreen(ctx: Context, act: Act): Promise<void> {
    const { request } = await identify(deps, ctx, act);
    seeOther(ctx, screenOf(act, request));
  }

  return { show, admit, perform, goToScreen };
}

/** `/customers/new` before `/customers/{id}`, which would match it too. */
function fixedFirst<T extends Screen | Act>(declared: readonly T[]): T[] {
  return [...declared].sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
}

function refuseSuspended(request: AnyRequest, act: Act): void {
  const { company } = request as Partial<RequestOf<'store', never, unknown>>;
  if (!company?.suspendedAt || act.whileSuspended) return;
  throw forbidden('store_suspended', 'This store is suspended: nothing can be changed.');
}

/** The address of the screen that has an act's form. */
function screenOf({ screen }: Act, request: AnyRequest): string {
  return addressOf(screen, request);
}

function addressOf({ path }: Screen, { href, id, token }: AnyRequest): string {
  return href(path.replace('{id}', String(id)).replace('{token}', token));
}

function seeOther(ctx: Context, location: string): void {
  ctx.redirect(location);
  ctx.status = 303;
  ctx.set('Cache-Control', 'no-store');
}

function withNotice(path: string, actId: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}done=${actId}`;
}

/** The act that was done just now, as the address says; words of ours, whoever made the address. */
function noticeOf(ctx: Context, { language, t }: AnyRequest): string | null {
  // The last of several counts: a reader who had to sign in on the way has been told of both.
  const done = [ctx.query.done].flat().at(-1);
  if (done === undefined) return null;
  if (done === 'already') return t.doneAlready;
  return ACTS_BY_ID.get(done)?.words[language].acts[done]?.done ?? null;
}

function actById(id: string): Act {
  const act = ACTS_BY_ID.get(id);
  if (!act) throw new Error(`There is no act ${id}.`);
  return act;
}
