import { parseArgs } from 'node:util';
import { FailedInPart } from './admin/command.ts';
import { COMMANDS } from './admin/commands.ts';
import { NEW_KEY_OPTIONS, runNewKey } from './admin/new-key.ts';
import type { Options } from './admin/read-options.ts';
import { readConfig } from './app/config.ts';
import { isMain } from './app/is-main.ts';
import { openSecretBox } from './base/crypto/open-secret-box.ts';
import { migrate } from './app/migrate.ts';
import { openDatabase } from './app/open-database.ts';
import { ApiError } from './base/errors/errors.ts';
import { createLogger } from './base/logging/create-logger.ts';
import { openGateways } from './app/open-gateways.ts';

const USAGE = `Usage:
  admin migrate
      bring the database to the newest schema
  admin create-company --name NAME --city CITY [--plan starter|growth|scale]
      create a store, and print its tokens once
  admin set-plan --company ID --plan starter|growth|scale [--requests-per-minute N|plan]
      change a store's plan; with a number of requests of its own, or (plan) with the plan's again
  admin set-brand --company ID [--color '#1a7f5a'] [--document CNPJ] [--logo FILE]
      how a store looks to its payers; none takes one of them away
  admin suspend-company --company ID --reason TEXT
      the store's API answers 403 and its payers begin no new payment; what is under way goes on
  admin resume-company --company ID
      end that
  admin rotate-token --company ID --environment production|sandbox [--overlap-hours 24]
      give a store a new token, and print it once; the old one works until the overlap has passed
  admin list-tokens --company ID
      print what is known of a store's tokens
  admin revoke-token --company ID --token ID
      end a token now
  admin create-person --email E --name N [--operator yes] [--company ID --role owner|developer|support]
      [--password-file FILE]
      somebody who signs in to the panel; without a file a password is made, and printed once
  admin reset-password --email E
      give somebody a new password, print it once, and sign them out everywhere
  admin reset-second-factor --email E
      take away the second factor of somebody who has lost it, and sign them out everywhere
  admin verify-audit [--company ID]
      hold the audit log against its chain of hashes
  admin verify-ledger
      hold the ledger to the record, to the cent, and post what it lacks; may be repeated
  admin skip-ids [--by 1000000]
      after a restore, before anything else starts: no id that was given away since is given away again
  admin take-in-books --since MOMENT [--confirm yes]
      after a restore: tell what would be taken in, canceled and left to be decided; with --confirm yes payments and refunds
      that the gateways know of and the record has lost are written down again, and what can still be paid of what it has
      lost is canceled; may be repeated
  admin resume-workflows [--per-second 100]
      have every workflow that something is due for told of it, and started where none runs; may be repeated
  admin list-set-aside
      print the entries of the outbox that Temporal refuses although it takes others, and why
  admin let-go [--entry N]
      have them told again, or one of them
  admin new-key --id ID [--service aws-kms --service-key KEY]
      make and print one more key for ENCRYPTION_KEYS, in the clear or wrapped by a key service
  admin rotate-encryption
      seal everything with the first of ENCRYPTION_KEYS, so that the others can be removed`;

/** The remedies for an id that does not exist. */
const REMEDIES: Partial<Record<string, string>> = {
  company_not_found: 'create-company printed its id.',
  person_not_found: 'create-person makes an account.',
  token_not_found: 'If it is of another company, name that one; list-tokens prints the ids.',
};

/** The surroundings of a command: of the process, or of a test. */
export interface AdminSurroundings {
  env: NodeJS.ProcessEnv;
  out: NodeJS.WritableStream;
  err: NodeJS.WritableStream;
}

/** Runs a command of an operator. A failure is told on `err`. @returns the exit code */
export async function runAdmin(args: string[], surroundings: AdminSurroundings): Promise<number> {
  try {
    await run(args, surroundings);
    return 0;
  } catch (error) {
    surroundings.err.write(`${explain(error)}\n`);
    return 1;
  }
}

async function run([name = '', ...args]: string[], { env, out, err }: AdminSurroundings): Promise<void> {
  const print = (shown: unknown): void => void out.write(`${JSON.stringify(shown, null, 2)}\n`);
  if (name === 'migrate') return migrate(readConfig(env).databaseUrl);
  if (name === 'new-key') return print(await runNewKey(parseOptions(NEW_KEY_OPTIONS, args)));
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(name ? `There is no command ${name}.\n${USAGE}` : USAGE);
  const options = parseOptions(command.options, args);
  const config = readConfig(env);
  const secrets = await openSecretBox(config.encryptionKeys);
  const orm = await openDatabase({ databaseUrl: config.databaseUrl, poolSize: 1 });
  const { gateways } = openGateways(orm.em, secrets, config);
  const log = createLogger('admin', config.logLevel, err);
  try {
    print(await command.run({ em: orm.em.fork(), secrets, gateways, log, publicUrl: config.publicUrl }, options));
  } catch (error) {
    if (error instanceof FailedInPart) print(error.shown);
    throw error;
  } finally {
    await orm.close();
  }
}

function parseOptions(names: readonly string[], args: string[]): Options {
  const options = Object.fromEntries(names.map((option) => [option, { type: 'string' as const }]));
  return parseArgs({ args, options }).values;
}

function explain(error: unknown): string {
  if (error instanceof ApiError) return [error.message, REMEDIES[error.code]].filter(Boolean).join(' ');
  return error instanceof Error ? error.message : String(error);
}

if (isMain(import.meta.url)) {
  const { env, stdout: out, stderr: err } = process;
  process.exitCode = await runAdmin(process.argv.slice(2), { env, out, err });
}
