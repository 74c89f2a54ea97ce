import { PANEL_LANGUAGES, type PanelLanguage } from '../../accounts/people/person.entity.ts';
import { daysBetween, isCalendarDate } from '../../base/calendar/calendar-date.ts';
import { reader } from '../../base/db/transaction.ts';
import { answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { operation } from '../../base/http/operation.ts';
import { fromCents } from '../../base/money/money.ts';
import { readReport, REPORT_PERIODS, type ReportPeriod, type ReportRow } from './read-report.ts';
import { makeStatementFile } from './make-statement-file.ts';
import { CONTENT_TYPES, FILE_FORMATS, type FileFormat } from './statement-files.ts';

const tag = 'Money';

/** A report of more days is asked for in parts. */
const MAX_DAYS = 1_830;

/** Days of the store, `YYYY-MM-DD`, both included. */
interface Days {
  since: string;
  until: string;
}

const days = {
  since: fields.date.required().description('The first day, in the time zone of the store.'),
  until: fields.date
    .required()
    .custom((until: string, helpers) => {
      const [{ since }] = helpers.state.ancestors as [Partial<Days>];
      // A first day that is none is refused by itself.
      if (since === undefined || !isCalendarDate(since)) return until;
      const span = daysBetween(since, until);
      if (span < 0) return helpers.error('before_start');
      return span > MAX_DAYS ? helpers.error('too_long') : until;
    })
    .messages({
      before_start: '{#label} must be the day of since or a later one',
      too_long: '{#label} must be at most five years after since: ask for the rest by itself',
    })
    .description('The last day, included; at most five years after the first.'),
};

function daysQuery<Query extends Days>(filters: Record<string, ReturnType<typeof joi.string>>) {
  return joi.object<Query>({ ...days, ...filters });
}

const signed = shown.signedAmount;

const rowSchema = answerObject('MoneyReportRow', {
  period: shown.text.description('`2026-11-20`, or `2026-11`.'),
  received: signed.description('BRL of payers, by the day on which they paid.'),
  external: signed.description('The part of `received` that came past every gateway.'),
  refunded: signed,
  fees: signed.description('The prices of gateways, by the day of the payment.'),
  net: signed.description('received − refunded − fees.'),
  disputed: signed.description('Disputes that began, less those that ended.'),
  paid_out: signed.description('BRL that gateways sent to the bank account of the store.'),
  credited: signed.description('Credit notes.'),
  written_off: signed.description('Write-offs, less what came all the same.'),
});

const reportSchema = answerObject('MoneyReport', {
  data: joi.array().items(rowSchema).description('The oldest first; a period in which nothing moved is left out.'),
});

const fileSchema = answerObject('MoneyFile', {
  file_name: shown.text,
  content_type: shown.text,
  content: shown.text.description('The bytes of the file, in Base64 (RFC 4648).'),
});

export const reportOperations = [
  operation({
    id: 'getMoneyReport',
    method: 'GET',
    path: '/reports/money',
    scope: 'read',
    tag,
    summary: 'Report the money of days or months',
    description: 'What came in, what went back, what it cost, and what the bank has: from the ledger, to the cent.',
    query: daysQuery<Days & { by: ReportPeriod }>({
      by: joi
        .string()
        .valid(...REPORT_PERIODS)
        .default('day')
        .description('The length of a row.'),
    }),
    answer: { status: 200, schema: reportSchema, description: 'A row for each day or month in which money moved.' },
    handle: async ({ deps, store, query }) => ({
      data: (await readReport(reader(deps.em), { store, from: query.since, to: query.until, by: query.by })).map(
        presentRow,
      ),
    }),
  }),
  operation({
    id: 'exportMoney',
    method: 'GET',
    path: '/reports/money/export',
    scope: 'read',
    tag,
    summary: 'Export a statement for a spreadsheet or accounting program',
    description:
      'The movements of the money that gateways hold. CSV and XLSX in the words of `language`; OFX 1.0.2 with an account for each gateway, whose id ends with the gateway’s name. At most 50,000 movements.',
    query: daysQuery<Days & { format: FileFormat; language: PanelLanguage }>({
      format: joi
        .string()
        .valid(...FILE_FORMATS)
        .required()
        .description('The form of the file.'),
      language: joi
        .string()
        .valid(...PANEL_LANGUAGES)
        .default('pt')
        .description('The language of words and marks.'),
    }),
    answer: { status: 200, schema: fileSchema, description: 'The file.' },
    handle: async ({ deps, store, query }) => {
      const { since: from, until: to, format, language } = query;
      const { name, content } = await makeStatementFile(reader(deps.em), { store, from, to, format, language });
      return { file_name: name, content_type: CONTENT_TYPES[query.format], content: content.toString('base64') };
    },
  }),
];

function presentRow(row: ReportRow): Record<string, unknown> {
  return {
    period: row.period,
    received: fromCents(row.receivedCents),
    external: fromCents(row.externalCents),
    refunded: fromCents(row.refundedCents),
    fees: fromCents(row.feesCents),
    net: fromCents(row.netCents),
    disputed: fromCents(row.disputedCents),
    paid_out: fromCents(row.paidOutCents),
    credited: fromCents(row.creditedCents),
    written_off: fromCents(row.writtenOffCents),
  };
}
