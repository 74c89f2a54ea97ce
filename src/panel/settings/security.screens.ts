import { readSettings } from '../../accounts/companies/read-settings.ts';
import { setAttackMode } from '../../accounts/companies/set-attack-mode.ts';
import { ATTACK_MODES, type AttackMode } from '../../accounts/companies/store-settings.entity.ts';
import { setSecurity } from '../../accounts/companies/set-security.ts';
import { listMembers } from '../../accounts/people/members.ts';
import { conflict } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { formFields } from '../form-fields.ts';
import { act, screen } from '../screen.ts';
import { securityWords } from './security.words.ts';

const words = securityWords;

interface SecurityForm {
  requires_second_factor: boolean;
  refund_step_up?: number;
  refund_approval?: number;
  refund_day_limit?: number;
}

/** An owner reads in a few lines who guards what, and decides what the store asks of its people. */
const securityScreen = screen({
  id: 'security',
  scope: 'store',
  path: '/security',
  section: 'security',
  needs: 'manage',
  words,
  show: async ({ deps, store, company, now, w, f, language }) => {
    const { attackMode, attackUntil } = await readSettings(deps.em, store);
    const isNoticed = attackMode === 'auto' && attackUntil !== null && attackUntil > now;
    const members = await listMembers(deps.em, store.companyId);
    const shown = (cents: number | null) =>
      cents === null ? '' : formatDecimal(cents).replace('.', language === 'pt' ? ',' : '.');
    return {
      template: 'settings/security',
      title: w.title,
      data: {
        members: members.map(({ person: { name, email, hasSecondFactor }, role }) => ({
          ...{ name, email, role, hasSecondFactor },
        })),
        attack: {
          state: attackMode === 'on' ? w.attackOn : isNoticed ? w.attackNoticed(f.moment(attackUntil)) : w.attackNone,
          isOn: attackMode === 'on' || isNoticed,
          values: { mode: attackMode },
          modes: ATTACK_MODES.map((value) => ({ value, label: w.attackModes[value] })),
        },
        values: {
          requires_second_factor: company.requiresSecondFactor,
          refund_step_up: shown(company.refundStepUpCents),
          refund_approval: shown(company.refundApprovalCents),
          refund_day_limit: shown(company.refundDayLimitCents),
        },
      },
    };
  },
});

const saveSecurityAct = act({
  id: 'saveSecurity',
  scope: 'store',
  path: '/security',
  needs: 'manage',
  stepsUp: () => true,
  ofBothEnvironments: true,
  words,
  screen: securityScreen,
  form: joi.object<SecurityForm>({
    requires_second_factor: formFields.checkbox(),
    refund_step_up: formFields.cents(),
    refund_approval: formFields.cents(),
    refund_day_limit: formFields.cents(),
  }),
  run: async ({ deps, store, me, input }) => {
    // The owner who asks for it would be the first who does not come in.
    if (input.requires_second_factor && !me.person.hasSecondFactor) {
      throw conflict('factor_first', 'Set up a second factor of your own first.');
    }
    const policies = {
      requiresSecondFactor: input.requires_second_factor,
      refundStepUpCents: input.refund_step_up ?? null,
      refundApprovalCents: input.refund_approval ?? null,
      refundDayLimitCents: input.refund_day_limit ?? null,
    };
    const { changes } = await setSecurity(deps.em, { companyId: store.companyId, policies });
    return { details: changes };
  },
});

const saveAttackModeAct = act({
  id: 'saveAttackMode',
  scope: 'store',
  path: '/security/attack-mode',
  needs: 'manage',
  words,
  screen: securityScreen,
  form: joi.object<{ mode: AttackMode }>({ mode: formFields.choice(ATTACK_MODES).required() }),
  run: async ({ deps, store, input }) => {
    const mode = await setAttackMode(deps.em, { store, mode: input.mode });
    return { subject: 'card testing', details: { mode } };
  },
});

export const securityScreens = [securityScreen];
export const securityActs = [saveSecurityAct, saveAttackModeAct];
