import type { Finding } from '../../payments/reconciliation/reconciliation.entity.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';

export interface FindingWords {
  findings: Record<Finding['kind'], string>;
  /** By the names of a finding's details, in the order in which they are told. */
  details: Record<string, string>;
}

/** The words for the findings of a comparison with a gateway's books. */
export const FINDING_WORDS: Readonly<Record<PanelLanguage, FindingWords>> = {
  pt: {
    findings: {
      unknown_attempt: 'O gateway tem uma cobrança com um número que não é desta loja.',
      invoice_differs: 'O gateway tem uma cobrança com o número de uma tentativa de outra fatura.',
      second_charge: 'O gateway tem uma segunda cobrança da mesma tentativa.',
      amount_differs: 'O valor aqui e o valor no gateway são diferentes.',
      foreign_currency: 'O gateway tem um valor em outra moeda que não o real: não foi registrado aqui.',
      charge_missing: 'O gateway não tem uma cobrança que aqui espera pagamento.',
      mandate_missing: 'O gateway não tem uma autorização de débito que aqui está viva.',
      refund_missing: 'O gateway tem um reembolso com um número que não é desta loja.',
      payment_differs: 'O gateway tem um reembolso com o número de um reembolso de outro pagamento.',
      payable_after_end: 'Uma cobrança encerrada aqui ainda podia ser paga; pedimos ao gateway que a cancelasse.',
      books_not_readable:
        'A chave da loja não pode ler tarifas ou repasses: dê a ela a leitura de "Balance transactions" e "Payouts".',
      payout_unexplained: 'O gateway pagou um repasse que os pagamentos e reembolsos nele não explicam por inteiro.',
      could_not_apply: 'Algo que o gateway registrou não pôde ser registrado aqui.',
    },
    details: {
      attempt_id: 'tentativa',
      invoice_id: 'fatura',
      charge_id: 'cobrança no gateway',
      known_charge_id: 'a que conhecemos',
      payment_id: 'pagamento',
      refund_id: 'reembolso',
      gateway_refund_id: 'reembolso no gateway',
      gateway_payment_id: 'pagamento no gateway',
      amount_cents: 'valor',
      gateway_amount_cents: 'valor no gateway',
      gateway_dispute_id: 'disputa no gateway',
      gateway_payout_id: 'repasse no gateway',
      unexplained_cents: 'diferença',
      currency: 'moeda',
      gateway_amount: 'valor no gateway, na menor unidade da moeda',
      about: 'sobre',
      outcome: 'resultado',
    },
  },
  en: {
    findings: {
      unknown_attempt: 'The gateway has a charge with a number that is not of this store.',
      invoice_differs: 'The gateway has a charge with the number of an attempt of another invoice.',
      second_charge: 'The gateway has a second charge for the same attempt.',
      amount_differs: 'The amount here and the amount at the gateway differ.',
      foreign_currency: 'The gateway has an amount in another currency than BRL: it is not recorded here.',
      charge_missing: 'The gateway does not have a charge that waits for its payment here.',
      mandate_missing: 'The gateway does not have an authorization of debits that lives here.',
      refund_missing: 'The gateway has a refund with a number that is not of this store.',
      payment_differs: 'The gateway has a refund with the number of a refund of another payment.',
      payable_after_end: 'A charge that had ended here could still be paid; the gateway was asked to cancel it.',
      books_not_readable:
        'The key of the store may not read prices or payouts: let it read "Balance transactions" and "Payouts".',
      payout_unexplained: 'The gateway paid out money that the payments and refunds in it do not account for.',
      could_not_apply: 'Something that the gateway has on record could not be recorded here.',
    },
    details: {
      attempt_id: 'attempt',
      invoice_id: 'invoice',
      charge_id: 'charge at the gateway',
      known_charge_id: 'the one that is known',
      payment_id: 'payment',
      refund_id: 'refund',
      gateway_refund_id: 'refund at the gateway',
      gateway_payment_id: 'payment at the gateway',
      amount_cents: 'amount',
      gateway_amount_cents: 'amount at the gateway',
      gateway_dispute_id: 'dispute at the gateway',
      gateway_payout_id: 'payout at the gateway',
      unexplained_cents: 'difference',
      currency: 'currency',
      gateway_amount: 'amount at the gateway, in the smallest unit of its currency',
      about: 'about',
      outcome: 'outcome',
    },
  },
};
