import { proofOptions } from '../accounts/factors/passkeys.ts';
import { hasJustProven, proveFactor, provePassword, type Proof } from '../accounts/factors/prove-factor.ts';
import type { Identified } from './identify.ts';
import type { PanelDeps } from './panel-deps.ts';
import type { Act } from './screen.ts';

/** The part of a form that proves its reader: by the second factor, or by the password where there is none yet. */
export type StepUpView =
  /** `passkey`: the options for a passkey, as JSON; null for a reader without one. */
  { asks: 'factor'; passkey: string | null } | { asks: 'password' };

/** The proof that forms ask for now; null for a reader who has just proven it. */
export async function stepUpOf(
  { em, publicUrl }: PanelDeps,
  { me, sessionToken, request }: Pick<Identified, 'me' | 'sessionToken' | 'request'>,
): Promise<StepUpView | null> {
  if (!me || sessionToken === null || hasJustProven(me, request.now)) return null;
  if (!me.person.hasSecondFactor) return { asks: 'password' };
  const site = { publicUrl, sessionToken, now: request.now };
  const options = await proofOptions(em.fork(), { personId: me.person.id, site });
  return { asks: 'factor', passkey: options && JSON.stringify(options) };
}

/** Whether the form of an act asks for a proof: for the password only where the act adds a second factor. */
export function asksFor(act: Act, { asks }: StepUpView): boolean {
  return asks === 'factor' ? act.stepsUp !== undefined : act.addsFactor === true;
}

/** @throws ApiError 422 where the act asks for a proof that the form does not bring */
export async function stepUpFor(
  deps: PanelDeps,
  act: Act,
  given: Identified & { input: unknown; proof: Record<keyof Proof, unknown> },
): Promise<void> {
  const { me, sessionToken, request, input, proof } = given;
  if (!me || sessionToken === null || hasJustProven(me, request.now)) return;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 10_000) : undefined);
  const sent = { code: text(proof.code), assertion: text(proof.assertion), password: text(proof.password) };
  const common = { me, proof: sent, from: request.from, now: request.now };
  if (!me.person.hasSecondFactor) {
    if (act.addsFactor) await provePassword(deps, common);
  } else if (act.stepsUp?.({ ...request, input })) {
    await proveFactor(deps, { ...common, sessionToken });
  }
}
