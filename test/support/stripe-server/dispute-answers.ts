import type Stripe from 'stripe';
import { emit, findIn, newId, seconds, type Mode } from './account.ts';
import { closeDispute } from './disputes.ts';
import { invalidRequest } from './failure.ts';
import type { ReadAll, Shapes } from './params.ts';

const FILE_FIELDS = [
  ...['receipt', 'customer_communication', 'service_documentation', 'shipping_documentation'],
  ...['refund_policy', 'cancellation_policy', 'customer_signature', 'uncategorized_file'],
] as const;

export const ANSWER_DISPUTE = {
  evidence: { uncategorized_text: 'text', ...Object.fromEntries(FILE_FIELDS.map((name) => [name, 'text' as const])) },
  submit: 'boolean',
} as const satisfies Shapes;

export const UPLOAD = {
  purpose: ['dispute_evidence'],
  file: { name: 'text', type: ['application/pdf', 'image/png', 'image/jpeg'], size: 'integer' },
} as const satisfies Shapes;

/** The store's answer, which Stripe takes once; the words of its test mode decide the dispute. */
export function answerDispute(
  mode: Mode,
  id: string,
  {
    evidence = {},
    submit = true,
  }: { evidence?: Record<string, string | undefined> | undefined; submit?: boolean | undefined },
): Stripe.Dispute {
  const dispute = findIn(mode, 'disputes', id);
  if (dispute.status !== 'needs_response' || dispute.evidence_details.submission_count > 0) {
    throw invalidRequest('This dispute cannot be updated: its evidence was submitted, or it is closed.');
  }
  for (const field of FILE_FIELDS)
    if (evidence[field]) findIn(mode, 'files', evidence[field], { param: field, status: 400 });
  Object.assign(dispute.evidence, evidence);
  dispute.evidence_details.has_evidence = true;
  if (!submit) return dispute;
  dispute.evidence_details.submission_count = 1;
  dispute.status = 'under_review';
  emit(mode, 'charge.dispute.updated', dispute);
  if (evidence.uncategorized_text?.includes('winning_evidence')) closeDispute(mode, dispute, 'won');
  else if (evidence.uncategorized_text?.includes('losing_evidence')) closeDispute(mode, dispute, 'lost');
  return dispute;
}

export function upload(mode: Mode, { file, purpose }: ReadAll<typeof UPLOAD>): Stripe.File {
  const made = {
    ...{ id: newId('file'), object: 'file', created: seconds(mode), expires_at: null, purpose, url: null },
    ...{ filename: file!.name!, size: file!.size!, type: file!.type!.split('/')[1]!, title: null },
  } as unknown as Stripe.File;
  mode.files.set(made.id, made);
  return made;
}
