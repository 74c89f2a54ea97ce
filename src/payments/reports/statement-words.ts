import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { TransactionKind } from '../../invoices/ledger/accounts.ts';
import type { ReportRow } from './read-report.ts';

export interface StatementWords {
  /** The names of the sheets. */
  statement: string;
  report: string;
  columns: { date: string; kind: string; gateway: string; invoice: string; amount: string; transaction: string };
  kinds: Record<TransactionKind, string>;
  figures: Record<keyof ReportRow, string>;
  total: string;
}

/** The words of files of money, which people open in a spreadsheet. */
export const STATEMENT_WORDS: Readonly<Record<PanelLanguage, StatementWords>> = {
  pt: {
    statement: 'Extrato',
    report: 'Por dia',
    columns: {
      ...{ date: 'Data', kind: 'Movimento', gateway: 'Gateway', invoice: 'Cobrança' },
      ...{ amount: 'Valor (R$)', transaction: 'Lançamento' },
    },
    kinds: {
      payment: 'Pagamento',
      payment_reversed: 'Pagamento desfeito',
      surplus: 'Valor pago a mais',
      refund: 'Reembolso',
      refund_reversed: 'Reembolso que voltou',
      fee: 'Tarifa',
      moved: 'Fica disponível em outro dia',
      dispute: 'Contestação',
      payout: 'Repasse',
      payout_returned: 'Repasse devolvido',
      credit_note: 'Abatimento',
      write_off: 'Baixa por perda',
      write_off_recovered: 'Perda recuperada',
    },
    figures: {
      period: 'Período',
      receivedCents: 'Recebido',
      externalCents: 'Por fora do gateway',
      refundedCents: 'Reembolsado',
      feesCents: 'Tarifas',
      netCents: 'Líquido',
      disputedCents: 'Em contestação',
      paidOutCents: 'Repassado ao banco',
      creditedCents: 'Abatimentos',
      writtenOffCents: 'Perdas',
    },
    total: 'Total',
  },
  en: {
    statement: 'Statement',
    report: 'By day',
    columns: {
      ...{ date: 'Date', kind: 'Movement', gateway: 'Gateway', invoice: 'Invoice' },
      ...{ amount: 'Amount (BRL)', transaction: 'Transaction' },
    },
    kinds: {
      payment: 'Payment',
      payment_reversed: 'Payment taken back',
      surplus: 'Overpayment',
      refund: 'Refund',
      refund_reversed: 'Refund that came back',
      fee: 'Fee',
      moved: 'Available on another day',
      dispute: 'Dispute',
      payout: 'Payout',
      payout_returned: 'Payout sent back',
      credit_note: 'Credit note',
      write_off: 'Write-off',
      write_off_recovered: 'Write-off recovered',
    },
    figures: {
      period: 'Period',
      receivedCents: 'Received',
      externalCents: 'Past the gateway',
      refundedCents: 'Refunded',
      feesCents: 'Fees',
      netCents: 'Net',
      disputedCents: 'Disputed',
      paidOutCents: 'Paid out to the bank',
      creditedCents: 'Credit notes',
      writtenOffCents: 'Written off',
    },
    total: 'Total',
  },
};
