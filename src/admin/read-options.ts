import { ENVIRONMENTS, type Environment } from '../base/environment.ts';
import { PLANS, type Plan } from '../accounts/companies/plans.ts';
import { ROLES, type Role } from '../accounts/people/roles.ts';
import { DEFAULT_OVERLAP_SECONDS } from '../accounts/companies/rotate-api-token.ts';

/** Options as they were typed, by name without the dashes. */
export type Options = Partial<Record<string, string>>;

const MAX_OVERLAP_HOURS = 30 * 24;
const MAX_REQUESTS_PER_MINUTE = 1_000_000;

/** @throws Error with the remedy, as all of these do. */
export function readText(options: Options, name: string): string {
  const text = options[name]?.trim();
  if (!text) throw new Error(`--${name} is missing: give it a value.`);
  return text;
}

export function readId(options: Options, name: string): number {
  const text = readText(options, name);
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`--${name} is "${text}": give its id, a whole number.`);
  return Number(text);
}

export function readEmail(options: Options): string {
  const text = readText(options, 'email');
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new Error(`--email is "${text}": give an address like name@example.com.`);
  return text.toLowerCase();
}

/** `yes` or `no`; left out, no. */
export function readYes(options: Options, name: string): boolean {
  return options[name] !== undefined && oneOf(options, name, ['yes', 'no']) === 'yes';
}

/** The store that a person belongs to and their role there, or undefined when neither was said. */
export function readMembership(options: Options): { companyId: number; role: Role } | undefined {
  if (options.company === undefined && options.role === undefined) return undefined;
  return { companyId: readId(options, 'company'), role: oneOf(options, 'role', ROLES) };
}

export function readEnvironment(options: Options): Environment {
  return oneOf(options, 'environment', ENVIRONMENTS);
}

export function readPlan(options: Options): Plan {
  return oneOf(options, 'plan', PLANS);
}

export function readOverlapSeconds(options: Options): number {
  const text = options['overlap-hours'];
  if (text === undefined) return DEFAULT_OVERLAP_SECONDS;
  const hours = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (!(hours <= MAX_OVERLAP_HOURS)) {
    throw new Error(
      `--overlap-hours is "${text}": give a number from 0, which ends the old token now, to ${MAX_OVERLAP_HOURS}.`,
    );
  }
  return Math.round(hours * 3600);
}

/** A number, null for the plan's, or undefined when nothing was said of it. */
export function readRequestsPerMinute(options: Options): number | null | undefined {
  const text = options['requests-per-minute'];
  if (text === undefined) return undefined;
  if (text === 'plan') return null;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(value >= 1 && value <= MAX_REQUESTS_PER_MINUTE)) {
    throw new Error(
      `--requests-per-minute is "${text}": give a whole number from 1 to ${MAX_REQUESTS_PER_MINUTE}, or plan for that of the plan.`,
    );
  }
  return value;
}

/** A whole number from 1 on, or what holds where none was given. */
export function readCount(options: Options, name: string, otherwise: number): number {
  const text = options[name];
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} is "${text}": give a whole number from 1 on.`);
  return Number(text);
}

/** With its zone: an operator's machine may be elsewhere. */
export function readMoment(options: Options, name: string): Date {
  const text = readText(options, name);
  const at = new Date(text);
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(at.getTime())) return at;
  throw new Error(`--${name} is "${text}": give a moment with its zone, like 2026-03-01T12:00:00Z.`);
}

/** The value of an option that takes some values alone. */
export function oneOf<T extends string>(options: Options, name: string, values: readonly T[]): T {
  const text = readText(options, name);
  const value = values.find((candidate) => candidate === text);
  if (!value) throw new Error(`--${name} is "${text}": give one of ${values.join(', ')}.`);
  return value;
}
