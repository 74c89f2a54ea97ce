import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { conflict, invalidFields, notFound } from '../../base/errors/errors.ts';
import type { Store } from '../../base/environment.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { EvidenceKind } from '../../gateways/payment-gateway.ts';
import { Dispute } from '../../invoices/dispute.entity.ts';
import { DisputeFile, evidenceContext } from '../../invoices/dispute-file.entity.ts';
import { isAnswerAwaited } from '../../invoices/dispute-steps.ts';
import { checkEvidenceFile, MAX_EVIDENCE_BYTES } from './evidence-file.ts';

export interface EvidenceDeps {
  em: EntityManager;
  clock: Clock;
  secrets: SecretBox;
}

/** The columns that are shown of a file; its content is not read. */
export type EvidenceFile = Omit<DisputeFile, 'content'>;

/**
 * Keeps a file for the answer to a dispute, sealed. A file of the same kind takes the place of the one before.
 *
 * @param field the field of the request that has the file, which a refusal names
 * @throws ApiError 404; 409 `answer_not_awaited`; 422
 */
export async function addEvidence(
  { em, clock, secrets }: EvidenceDeps,
  {
    store,
    disputeId,
    kind,
    name,
    bytes,
    field = 'content',
  }: { store: Store; disputeId: number; kind: EvidenceKind; name: string; bytes: Buffer; field?: string },
): Promise<EvidenceFile> {
  const mediaType = checkEvidenceFile(bytes, field);
  const at = await clock.now(store);
  return inTransaction(em, async (tx) => {
    await lockAwaited(tx, { store, disputeId, at });
    const known = await listEvidence(tx, disputeId);
    const others = known.filter((file) => file.kind !== kind);
    if (others.reduce((sum, { sizeBytes }) => sum + sizeBytes, bytes.length) > MAX_EVIDENCE_BYTES) {
      const most = `${MAX_EVIDENCE_BYTES / 1_000_000} MB`;
      const message = `${field} is too large beside the other files, which have ${most} together at most: make it smaller.`;
      throw invalidFields([{ field, code: 'too_large', message }]);
    }
    await tx.nativeDelete(DisputeFile, { disputeId, kind });
    const content = secrets.seal(bytes.toString('base64'), evidenceContext(disputeId));
    const file = { ...store, disputeId, kind, name, mediaType, sizeBytes: bytes.length, createdAt: at };
    const id = await tx.insert(DisputeFile, { ...file, content });
    return { ...file, id: Number(id) };
  });
}

/** @throws ApiError 404; 409 `answer_not_awaited` */
export async function removeEvidence(
  { em, clock }: Omit<EvidenceDeps, 'secrets'>,
  { store, fileId }: { store: Store; fileId: number },
): Promise<EvidenceFile> {
  const at = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const file = await tx.findOne(DisputeFile, { id: fileId, ...store }, { exclude: ['content'] });
    if (!file) throw notFound('dispute_file', fileId);
    await lockAwaited(tx, { store, disputeId: file.disputeId, at });
    await tx.nativeDelete(DisputeFile, { id: fileId });
    return file as EvidenceFile;
  });
}

/** The files of a dispute, the oldest first, without their contents. */
export async function listEvidence(tx: EntityManager, disputeId: number): Promise<EvidenceFile[]> {
  return tx.find(DisputeFile, { disputeId }, { exclude: ['content'], orderBy: { id: 'asc' } }) as Promise<
    EvidenceFile[]
  >;
}

/**
 * Locks a dispute that its store can answer now.
 *
 * @throws ApiError 404; 409 `answer_not_awaited`
 */
export async function lockAwaited(
  tx: EntityManager,
  { store, disputeId, at }: { store: Store; disputeId: number; at: Date },
): Promise<Dispute> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE as const };
  const dispute = await tx.findOne(Dispute, { id: disputeId, ...store }, lock);
  if (!dispute) throw notFound('dispute', disputeId);
  if (isAnswerAwaited(dispute, at)) return dispute;
  const why = `Dispute ${disputeId} takes no answer now: it was answered, its time is over, or its bank has decided.`;
  throw conflict('answer_not_awaited', why);
}
