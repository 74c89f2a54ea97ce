import type { Command } from './command.ts';
import { runCreateCompany, runResumeCompany, runSetBrand, runSetPlan, runSuspendCompany } from './company-commands.ts';
import { runVerifyAudit } from './audit-commands.ts';
import { runVerifyLedger } from './ledger-commands.ts';
import { runCreatePerson, runResetPassword, runResetSecondFactor } from './person-commands.ts';
import { runLetGo, runListSetAside, runResumeWorkflows, runSkipIds, runTakeInBooks } from './recovery-commands.ts';
import { rotateEncryption } from './rotate-encryption.ts';
import { runListTokens, runRevokeToken, runRotateToken } from './token-commands.ts';

export const COMMANDS: Partial<Record<string, Command>> = {
  'create-company': { options: ['name', 'city', 'plan'], run: runCreateCompany },
  'set-plan': { options: ['company', 'plan', 'requests-per-minute'], run: runSetPlan },
  'set-brand': { options: ['company', 'color', 'document', 'logo'], run: runSetBrand },
  'suspend-company': { options: ['company', 'reason'], run: runSuspendCompany },
  'resume-company': { options: ['company'], run: runResumeCompany },
  'rotate-token': { options: ['company', 'environment', 'token', 'overlap-hours'], run: runRotateToken },
  'list-tokens': { options: ['company'], run: runListTokens },
  'revoke-token': { options: ['company', 'token'], run: runRevokeToken },
  'create-person': {
    options: ['email', 'name', 'operator', 'company', 'role', 'password-file'],
    run: runCreatePerson,
  },
  'reset-password': { options: ['email'], run: runResetPassword },
  'reset-second-factor': { options: ['email'], run: runResetSecondFactor },
  'skip-ids': { options: ['by'], run: runSkipIds },
  'take-in-books': { options: ['since', 'confirm'], run: runTakeInBooks },
  'resume-workflows': { options: ['per-second'], run: runResumeWorkflows },
  'list-set-aside': { options: [], run: runListSetAside },
  'let-go': { options: ['entry'], run: runLetGo },
  'verify-audit': { options: ['company'], run: runVerifyAudit },
  'verify-ledger': { options: [], run: runVerifyLedger },
  'rotate-encryption': { options: [], run: ({ em, secrets }) => rotateEncryption(em, secrets) },
};
