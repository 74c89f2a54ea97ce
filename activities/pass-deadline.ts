import type { EntityManager } from '@mikro-orm/postgresql';
import { ApplicationFailure } from '@temporalio/activity';
import type { DeadlineKind } from '../src/invoices/deadline.ts';
import type { InvoiceNews } from '../src/invoices/invoice-news.ts';
import { passDeadline } from '../src/invoices/pass-deadline.ts';
import { newsOf } from './read-invoice.ts';

export type PassDeadlineActivity = ReturnType<typeof createPassDeadline>;

export interface PassDeadlineInput {
  invoiceId: number;
  kind: DeadlineKind;
  /** The moment that was waited for, ISO 8601: the record is told it, and no clock is asked. */
  at: string;
}

/** A deadline has come: the record acts on it, and the result says how the invoice stands now. */
export function createPassDeadline({ em }: { em: EntityManager }) {
  return {
    async passDeadline({ invoiceId, kind, at }: PassDeadlineInput): Promise<InvoiceNews> {
      await passDeadline(em, { invoiceId, kind, at: new Date(at) });
      const news = await newsOf(em, invoiceId);
      const hasComeByClock = news.clockAt === undefined || at <= news.clockAt;
      if (news.deadline?.kind === kind && news.deadline.at <= at && hasComeByClock) {
        // Never true while workflow and record share the same rules; without this a workflow would spin.
        throw ApplicationFailure.create({
          type: 'DeadlineNotPassed',
          message: `Invoice ${invoiceId} still waits for ${kind}.`,
        });
      }
      return news;
    },
  };
}
