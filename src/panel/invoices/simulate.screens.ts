import { invalidFields } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import { SANDBOX_OUTCOMES, WITH_AMOUNT, type SandboxOutcome } from '../../invoices/payment.schema.ts';
import { simulatePayment } from '../../payments/simulation/simulate-payment.ts';
import { formFields } from '../form-fields.ts';
import { act } from '../screen.ts';
import { invoiceScreen } from './invoice.screens.ts';
import { invoicesWords } from './invoices.words.ts';

interface SimulationForm {
  outcome: SandboxOutcome;
  simulated_amount?: number;
}

/** Plays the payer, the payer's bank and the gateway on the page of a sandbox invoice. */
const simulatePaymentAct = act({
  id: 'simulatePayment',
  scope: 'store',
  path: '/invoices/{id}/simulation',
  needs: 'collect',
  words: invoicesWords,
  screen: invoiceScreen,
  form: joi.object<SimulationForm>({
    outcome: formFields.choice(SANDBOX_OUTCOMES).required(),
    simulated_amount: formFields.cents(),
  }),
  // The callback comes to this very process, and no money moves that the audit log would have to tell of.
  withoutTransaction: true,
  auditsItself: true,
  run: async ({ deps, store, id: invoiceId, input: { outcome, simulated_amount: amountCents = null } }) => {
    if (amountCents !== null && !WITH_AMOUNT.includes(outcome)) {
      const message = `amount is only for the outcomes ${WITH_AMOUNT.join(', ')}`;
      throw invalidFields([{ field: 'simulated_amount', code: 'outcome.amount', message }]);
    }
    await simulatePayment(deps, { store, invoiceId, outcome, reason: null, amountCents, idempotencyKey: null });
    return {};
  },
});

export const simulateActs = [simulatePaymentAct];
