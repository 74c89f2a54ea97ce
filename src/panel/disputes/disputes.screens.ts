import { invalidFields } from '../../base/errors/errors.ts';
import { pageQuery, type PageQuery } from '../../base/http/list-page.ts';
import { joi } from '../../base/http/joi.ts';
import {
  DISPUTE_STATUSES,
  EVIDENCE_KINDS,
  type DisputeStatus,
  type EvidenceKind,
} from '../../gateways/payment-gateway.ts';
import type { Dispute } from '../../invoices/dispute.entity.ts';
import { answerOf, isAnswerAwaited } from '../../invoices/dispute-steps.ts';
import { answerDispute } from '../../payments/disputes/answer-dispute.ts';
import { addEvidence, listEvidence, removeEvidence } from '../../payments/disputes/change-evidence.ts';
import { MAX_FILE_BYTES } from '../../payments/disputes/evidence-file.ts';
import { findDispute, listDisputes } from '../../payments/disputes/list-disputes.ts';
import { formFields } from '../form-fields.ts';
import type { Formats } from '../formats.ts';
import { pagerOf } from '../pager.ts';
import { act, screen, type Act } from '../screen.ts';
import { wordFor } from '../invoices/word-for.ts';
import { disputesWords } from './disputes.words.ts';

const words = disputesWords;
const common = { scope: 'store', words } as const;
const TONES = { open: 'warn', under_review: 'info', won: 'good', lost: 'bad' } as const;

interface DisputesQuery extends PageQuery, Record<string, unknown> {
  status?: DisputeStatus;
  /** Only those of this invoice: a link of its page has it. */
  invoice_id?: number;
}

const listScreen = screen({
  ...common,
  id: 'disputes',
  path: '/disputes',
  section: 'money',
  needs: 'view',
  query: pageQuery<DisputesQuery>({
    limit: joi.number().integer().min(1).max(100).default(25),
    status: formFields.choice(DISPUTE_STATUSES).empty(''),
    invoice_id: formFields.id(),
  }),
  show: async ({ deps, store, input: query, href, w, f }) => {
    const page = await listDisputes(deps.em, { store, query });
    return {
      template: 'disputes/list',
      title: w.title,
      data: {
        disputes: page.rows.map((dispute) => ({
          ...present(dispute, { w, f }),
          href: href(`/disputes/${dispute.id}`),
          invoiceHref: href(`/invoices/${dispute.invoiceId}`),
        })),
        isFiltered: query.status !== undefined,
        pager: pagerOf(href('/disputes'), { query, page }),
      },
    };
  },
});

const disputeScreen = screen({
  ...common,
  id: 'dispute',
  path: '/disputes/{id}',
  section: 'money',
  needs: 'view',
  resource: 'dispute',
  show: async ({ deps, store, id, href, w, f }) => {
    const dispute = await findDispute(deps.em, { store, disputeId: id });
    const files = await listEvidence(deps.em, id);
    const isAwaited = isAnswerAwaited(dispute, await deps.clock.now(store));
    const isOver = dispute.status === 'won' || dispute.status === 'lost';
    return {
      template: 'disputes/dispute',
      title: w.dispute(id),
      data: {
        ...present(dispute, { w, f }),
        invoiceHref: href(`/invoices/${dispute.invoiceId}`),
        isAwaited,
        isAtBank: !isOver && dispute.answerUntil === null && dispute.answeredAt === null,
        kinds: EVIDENCE_KINDS.map((value) => ({ value, label: w.fileKinds[value] })),
        files: files.map(({ id: fileId, kind, name, sizeBytes }) => ({
          ...{ id: fileId, name, kind: w.fileKinds[kind] },
          size: `${f.number(Math.ceil(sizeBytes / 1_000))} kB`,
        })),
      },
    };
  },
});

function present(dispute: Dispute, { w, f }: { w: (typeof words)['en']; f: Formats }): object {
  const { id, invoiceId, kind, status, amountCents, reason, answerUntil, answeredAt, answerRefusal, createdAt } =
    dispute;
  const answer = answerOf(dispute);
  return {
    ...{ id, reason, answerRefusal, invoice: w.invoiceOf(invoiceId), kind: wordFor(w.kinds, kind) },
    status: { label: w.statuses[status], tone: TONES[status] },
    amount: f.money(amountCents),
    answer: answer === null ? w.noAnswer : wordFor(w.answers, answer),
    until: answerUntil && f.moment(answerUntil),
    answeredAt: answeredAt && f.moment(answeredAt),
    createdAt: f.moment(createdAt),
  };
}

const onDispute = { ...common, needs: 'collect', screen: disputeScreen } as const;

const addFileAct = act({
  ...onDispute,
  id: 'addDisputeFile',
  path: '/disputes/{id}/files',
  form: joi.object<{ kind: EvidenceKind }>({
    kind: formFields.choice(EVIDENCE_KINDS).required(),
  }),
  file: { field: 'file', maxBytes: MAX_FILE_BYTES },
  run: async ({ deps, store, id: disputeId, input: { kind }, file: bytes, w }) => {
    if (!bytes) throw invalidFields([{ field: 'file', code: 'file_missing', message: 'Choose a file.' }]);
    // The bank sees what it shows, and not what it was called on somebody's computer.
    const name = w.fileKinds[kind];
    const { id: fileId } = await addEvidence(deps, { store, disputeId, kind, name, bytes, field: 'file' });
    return { subject: `dispute ${disputeId}`, details: { kind, file_id: fileId } };
  },
});

const removeFileAct = act({
  ...onDispute,
  id: 'removeDisputeFile',
  path: '/disputes/{id}/files/remove',
  form: joi.object<{ file: number }>({ file: formFields.id().required() }),
  run: async ({ deps, store, id, input: { file: fileId } }) => {
    await removeEvidence(deps, { store, fileId });
    return { subject: `dispute ${id}`, details: { file_id: fileId } };
  },
});

const answerAct = act({
  ...onDispute,
  id: 'answerDispute',
  path: '/disputes/{id}/answer',
  form: joi.object<{ explanation: string }>({ explanation: formFields.text(20_000).required() }),
  run: async ({ deps, store, id: disputeId, input: { explanation } }) => {
    await answerDispute(deps, { store, disputeId, explanation });
    return { subject: `dispute ${disputeId}` };
  },
});

export const disputesScreens = [listScreen, disputeScreen];
export const disputesActs: Act[] = [addFileAct, removeFileAct, answerAct];
