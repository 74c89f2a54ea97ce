import type { InvoiceStatus } from '../../invoices/state-machine.ts';

/** The colour of a badge and a segment of the timeline; nothing is told by colour alone. */
export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'plain';

const TONES: Readonly<Record<InvoiceStatus, Tone>> = {
  open: 'info',
  pending: 'info',
  paid: 'good',
  refused: 'bad',
  abandoned: 'plain',
  overdue: 'warn',
  expired: 'plain',
  canceled: 'plain',
  partially_refunded: 'warn',
  refunded: 'plain',
};

export function toneOf(status: InvoiceStatus): Tone {
  return TONES[status];
}
