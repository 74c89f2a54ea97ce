import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import { findSession } from '../accounts/people/sessions.ts';
import { forbidden, invalidFields } from '../base/errors/errors.ts';
import { readJsonBody } from '../base/http/read-json-body.ts';
import { joi } from '../base/http/joi.ts';
import { validate } from '../base/http/validate.ts';
import { createPayloadCodec } from '../base/temporal/payload-codec.ts';
import type { PanelDeps } from './panel-deps.ts';
import { sessionCookie } from '../accounts/people/session-cookie.ts';

interface WirePayload {
  metadata?: Record<string, string>;
  data?: string;
}

const payloadsSchema = joi.object<{ payloads: WirePayload[] }>({
  payloads: joi
    .array()
    .items(joi.object({ metadata: joi.object().pattern(joi.string(), joi.string()), data: joi.string() }))
    .max(1_000)
    .required(),
});

/**
 * The codec server of the Temporal UI (https://docs.temporal.io/codec-server): the browser of an operator who is signed
 * in here asks for what the UI shows. The UI's own address is the only other origin that may ask.
 */
export function temporalCodecRoutes(router: Router, deps: PanelDeps): void {
  const codec = createPayloadCodec(deps.secrets);
  const uiOrigin = deps.temporalUiUrl === null ? null : new URL(deps.temporalUiUrl).origin;

  const admitUi = async (ctx: Context, next: Next): Promise<void> => {
    if (uiOrigin === null || ctx.get('Origin') !== uiOrigin) {
      throw forbidden('origin_not_allowed', 'The Temporal UI alone may ask, at the address that TEMPORAL_UI_URL has.');
    }
    ctx.set({
      'Access-Control-Allow-Origin': uiOrigin,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Allow-Headers': 'content-type, x-namespace',
      'Access-Control-Allow-Methods': 'POST',
      Vary: 'Origin',
    });
    await next();
  };
  const admitOperator = async (ctx: Context, next: Next): Promise<void> => {
    const token = sessionCookie(deps.publicUrl).read(ctx);
    const me = token === null ? null : await findSession(deps.em, { token, now: new Date(), isUse: false });
    if (!me?.person.isOperator || me.session.isPending) {
      throw forbidden('operators_only', 'Sign in to the panel as an operator of the platform first.');
    }
    await next();
  };

  router.options('/panel/temporal-codec/decode', admitUi, (ctx) => {
    ctx.status = 204;
  });
  router.post('/panel/temporal-codec/decode', admitUi, admitOperator, readJsonBody(), async (ctx) => {
    const { payloads } = validate(payloadsSchema, ctx.request.body);
    const given = payloads.map(({ metadata = {}, data = '' }) => ({
      metadata: Object.fromEntries(Object.entries(metadata).map(([name, text]) => [name, fromWire(text)])),
      data: fromWire(data),
    }));
    const decoded = await codec.decode(given).catch(() => {
      const message = 'A payload was altered, or its key is not among ENCRYPTION_KEYS.';
      throw invalidFields([{ field: 'payloads', code: 'payload.unreadable', message }]);
    });
    ctx.set('Cache-Control', 'no-store');
    ctx.body = {
      payloads: decoded.map(({ metadata, data }) => ({
        metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, bytes]) => [name, toWire(bytes)])),
        data: toWire(data),
      })),
    };
  });
}

function fromWire(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64');
}

function toWire(bytes: Uint8Array | null | undefined): string {
  return Buffer.from(bytes ?? []).toString('base64');
}
