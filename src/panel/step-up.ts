import { proofOptions } from '../accounts/factors/passkeys.ts';
import { hasJustProven, proveFactor, type Proof } from '../accounts/factors/prove-factor.ts';
import type { Identified } from './identify.ts';
import type { PanelDeps } from './panel-deps.ts';
import type { Act } from './screen.ts';

/** The part of a form that proves the second factor of its reader. */
export interface StepUpView {
  /** The options for a passkey, as JSON; null for a reader without one. */
  passkey: string | null;
}

/** The proof that forms ask for now; null for a reader without a second factor, or who has just proven it. */
export async function stepUpOf(
  { em, publicUrl }: PanelDeps,
  { me, sessionToken, request }: Pick<Identified, 'me' | 'sessionToken' | 'request'>,
): Promise<StepUpView | null> {
  if (!me?.person.hasSecondFactor || sessionToken === null || hasJustProven(me, request.now)) return null;
  const site = { publicUrl, sessionToken, now: request.now };
  const options = await proofOptions(em.fork(), { personId: me.person.id, site });
  return { passkey: options && JSON.stringify(options) };
}

/** @throws ApiError 422 where the act asks for a proof that the form does not bring */
export async function stepUpFor(
  deps: PanelDeps,
  act: Act,
  given: Identified & { input: unknown; proof: Record<keyof Proof, unknown> },
): Promise<void> {
  const { me, sessionToken, request, input, proof } = given;
  if (!act.stepsUp || !me?.person.hasSecondFactor || sessionToken === null || hasJustProven(me, request.now)) return;
  if (!act.stepsUp({ ...request, input })) return;
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 10_000) : undefined);
  await proveFactor(deps, {
    ...{ me, sessionToken, from: request.from, now: request.now },
    proof: { code: text(proof.code), assertion: text(proof.assertion) },
  });
}
