import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';
import { conflict, invalidFields, notFound } from '../../base/errors/errors.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { lockPerson } from '../people/lock-person.ts';
import type { Person } from '../people/person.entity.ts';
import { PersonSession } from '../people/person-session.entity.ts';
import { writeFactorChanged } from '../people/write-mail.ts';
import { Passkey } from './passkey.entity.ts';
import { verifyAddition, type PasskeySite } from './passkeys.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { factorContext, SecondFactor } from './second-factor.entity.ts';
import { newTotpSecret, totpPeriodOf } from './totp.ts';

/** More passkeys than a person has devices. */
const MOST_PASSKEYS = 10;
const MAIL_MS = 24 * 3_600_000;

interface SetUpDeps {
  em: EntityManager;
  secrets: SecretBox;
  publicUrl: string;
}

/** The factors of a person as their own page shows them. */
export interface Factors {
  passkeys: Passkey[];
  hasApp: boolean;
  /** The secret of an app that is being set up. */
  newSecret: string | null;
  recoveryCodesLeft: number;
}

export async function readFactors(
  { em, secrets }: Pick<SetUpDeps, 'em' | 'secrets'>,
  personId: number,
): Promise<Factors> {
  const passkeys = await em.find(Passkey, { personId }, { orderBy: { id: 'asc' } });
  const factor = await em.findOne(SecondFactor, { personId });
  const open = (text: string) => secrets.open(text, factorContext(personId));
  const hasApp = Boolean(factor?.totpConfirmedAt);
  return {
    passkeys,
    hasApp,
    newSecret: factor?.totpSecret && !hasApp ? open(factor.totpSecret) : null,
    recoveryCodesLeft: factor?.recoveryCodes ? (JSON.parse(open(factor.recoveryCodes)) as string[]).length : 0,
  };
}

/** Makes the secret of an app. It counts for nothing before a code of the app was given. */
export async function beginApp({ em, secrets }: SetUpDeps, personId: number): Promise<void> {
  await change(em, personId, (_person, factor) => {
    if (factor.totpConfirmedAt) throw conflict('app_exists', 'There is an app already: remove it first.');
    factor.totpSecret = secrets.seal(newTotpSecret(), factorContext(personId));
  });
}

/**
 * @returns the recovery codes, shown this once; none where the person has some
 * @throws ApiError 422 for a wrong code
 */
export async function confirmApp(
  deps: SetUpDeps,
  { personId, sessionId, code, now }: { personId: number; sessionId: number; code: string; now: Date },
): Promise<string[]> {
  const { em, secrets } = deps;
  return change(em, personId, async (person, factor, tx) => {
    const secret = factor.totpSecret && secrets.open(factor.totpSecret, factorContext(personId));
    const period = secret && totpPeriodOf(secret, code.replace(/\s/g, ''), now);
    if (!period || factor.totpConfirmedAt) throw wrongCode();
    Object.assign(factor, { totpConfirmedAt: now, totpPeriod: period });
    return added(tx, deps, { person, factor, sessionId, now });
  });
}

/** @returns as `confirmApp` @throws ApiError 422 for an answer that is no new passkey; 409 `too_many_passkeys` */
export async function addPasskey(
  deps: SetUpDeps,
  given: { personId: number; sessionId: number; sessionToken: string; name: string; answer: string; now: Date },
): Promise<string[]> {
  const { em, publicUrl } = deps;
  const { personId, sessionId, sessionToken, name, answer, now } = given;
  const site: PasskeySite = { publicUrl, sessionToken, now };
  const passkey = await verifyAddition(site, answer);
  if (!passkey) {
    throw invalidFields([{ field: 'answer', code: 'passkey.refused', message: 'The browser made no passkey.' }]);
  }
  return change(em, personId, async (person, factor, tx) => {
    if ((await tx.count(Passkey, { personId })) >= MOST_PASSKEYS) {
      throw conflict('too_many_passkeys', `A person has at most ${MOST_PASSKEYS} passkeys: remove one.`);
    }
    tx.create(Passkey, { ...passkey, personId, name, createdAt: now, lastUsedAt: null });
    return added(tx, deps, { person, factor, sessionId, now });
  });
}

/** @throws ApiError 404 for a passkey of somebody else */
export async function removePasskey(
  deps: SetUpDeps,
  { personId, id, now }: { personId: number; id: number; now: Date },
): Promise<void> {
  await change(deps.em, personId, async (person, factor, tx) => {
    if ((await tx.nativeDelete(Passkey, { id, personId })) === 0) throw notFound('passkey', id);
    await removed(tx, deps, { person, factor, now });
  });
}

export async function removeApp(deps: SetUpDeps, { personId, now }: { personId: number; now: Date }): Promise<void> {
  await change(deps.em, personId, async (person, factor, tx) => {
    Object.assign(factor, { totpSecret: null, totpConfirmedAt: null, totpPeriod: null });
    await removed(tx, deps, { person, factor, now });
  });
}

/** Makes ten new recovery codes; those of before work no more. @returns them, shown this once */
export async function renewRecoveryCodes({ em, secrets }: SetUpDeps, personId: number): Promise<string[]> {
  return change(em, personId, (_person, factor) => giveRecoveryCodes(secrets, factor));
}

/** Takes every factor from a person, for whom an operator vouches; every session ends. */
export async function resetFactors(deps: SetUpDeps, { personId, now }: { personId: number; now: Date }): Promise<void> {
  await change(deps.em, personId, async (person, factor, tx) => {
    await tx.nativeDelete(Passkey, { personId });
    await tx.nativeDelete(PersonSession, { personId });
    Object.assign(factor, { totpSecret: null, totpConfirmedAt: null, totpPeriod: null });
    await removed(tx, deps, { person, factor, now });
  });
}

async function change<T>(
  em: EntityManager,
  personId: number,
  work: (person: Person, factor: SecondFactor, tx: EntityManager) => T | Promise<T>,
): Promise<T> {
  return inTransaction(em, async (tx) => {
    const person = await lockPerson(tx, personId);
    const none = { totpSecret: null, totpConfirmedAt: null, totpPeriod: null, recoveryCodes: null };
    const factor =
      (await tx.findOne(SecondFactor, { personId }, { refresh: true })) ??
      tx.create(SecondFactor, { personId, ...none });
    const result = await work(person, factor, tx);
    await tx.flush();
    return result;
  });
}

/** The session has proven the factor: its person has just used it. */
async function added(
  tx: EntityManager,
  deps: SetUpDeps,
  { person, factor, sessionId, now }: { person: Person; factor: SecondFactor; sessionId: number; now: Date },
): Promise<string[]> {
  person.hasSecondFactor = true;
  await tx.nativeUpdate(PersonSession, { id: sessionId, personId: person.id }, { factorAt: now });
  tell(tx, deps, { person, change: 'added', now });
  return factor.recoveryCodes === null ? giveRecoveryCodes(deps.secrets, factor) : [];
}

async function removed(
  tx: EntityManager,
  deps: SetUpDeps,
  { person, factor, now }: { person: Person; factor: SecondFactor; now: Date },
): Promise<void> {
  person.hasSecondFactor = factor.totpConfirmedAt !== null || (await tx.count(Passkey, { personId: person.id })) > 0;
  if (!person.hasSecondFactor) factor.recoveryCodes = null;
  tell(tx, deps, { person, change: 'removed', now });
}

function tell(
  tx: EntityManager,
  { secrets, publicUrl }: SetUpDeps,
  { person, change: what, now }: { person: Person; change: 'added' | 'removed'; now: Date },
): void {
  const mail = writeFactorChanged(person.language ?? 'pt', { change: what, url: `${publicUrl}/panel/account` });
  queueMail(tx, secrets, { to: person.email, expiresAt: new Date(now.getTime() + MAIL_MS), ...mail });
}

function giveRecoveryCodes(secrets: SecretBox, factor: SecondFactor): string[] {
  const codes = newRecoveryCodes();
  factor.recoveryCodes = secrets.seal(JSON.stringify(codes), factorContext(factor.personId));
  return codes;
}

function wrongCode() {
  return invalidFields([{ field: 'code', code: 'factor.wrong', message: 'The code is wrong, or was used before.' }]);
}
