import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { EVIDENCE_KINDS, EVIDENCE_TYPES, type EvidenceKind, type EvidenceType } from '../gateways/payment-gateway.ts';
import { Dispute } from './dispute.entity.ts';

/** A file by which a store answers a dispute. Nobody reads it back: it goes to the gateway alone. */
export const DisputeFileSchema = defineEntity({
  name: 'DisputeFile',
  tableName: 'dispute_files',
  uniques: [{ name: 'dispute_files_kind', properties: ['disputeId', 'kind'] }],
  properties: {
    ...ownedByStore(),
    disputeId: () => p.manyToOne(Dispute).mapToPk().fieldName('dispute_id'),
    kind: p.enum(EVIDENCE_KINDS).$type<EvidenceKind>(),
    name: p.text(),
    mediaType: p.enum(EVIDENCE_TYPES).$type<EvidenceType>(),
    sizeBytes: p.integer(),
    /** Base64, sealed. */
    content: p.text().lazy(),
    createdAt: p.datetime(3),
  },
});

export class DisputeFile extends DisputeFileSchema.class {}
DisputeFileSchema.setClass(DisputeFile);

/** The context to which a sealed file of evidence, and the words of an answer, are bound. */
export function evidenceContext(disputeId: number): string {
  return `dispute-evidence:${disputeId}`;
}
