import { readSettings } from '../../accounts/companies/read-settings.ts';
import {
  MESSAGE_CHANNELS,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
  type ReminderStep,
} from '../../accounts/companies/reminder-schedule.ts';
import { PAYMENT_METHODS } from '../../banking/payment-method.ts';
import { notFound } from '../../base/errors/errors.ts';
import { joi } from '../../base/http/joi.ts';
import { TIME_OF_DAY } from '../../base/time/time-of-day.ts';
import { NOTICE_KINDS, type MessageKind } from '../../invoices/payer-message.entity.ts';
import { changeSchedule, presentSteps, scheduleOf } from '../../payments/messages/change-schedule.ts';
import { holdReminders } from '../../payments/messages/hold-reminders.ts';
import { listMessages } from '../../payments/messages/list-messages.ts';
import { PLACEHOLDERS } from '../../payments/messages/placeholders.ts';
import { previewMessage } from '../../payments/messages/read-content.ts';
import { MOST_DAYS_AFTER, TWILIO_PATTERNS } from '../../payments/messages/schedule.schema.ts';
import { openTwilioAccount } from '../../payments/messages/twilio-account.ts';
import { formFields } from '../form-fields.ts';
import { invoiceScreen } from '../invoices/invoice.screens.ts';
import { wordFor } from '../invoices/word-for.ts';
import { act, screen, type RequestOf } from '../screen.ts';
import {
  isNotice,
  NEW,
  presentWords,
  readRules,
  readWords,
  withFieldsOfStep,
  withStep,
  WHENS,
  type RulesForm,
  type StepForm,
  type WordsForm,
} from './reminder-forms.ts';
import { remindersWords } from './reminders.words.ts';

const MESSAGES_SHOWN = 20;

const common = { scope: 'store', words: remindersWords } as const;
type RemindersRequest = RequestOf<'store', (typeof remindersWords)['en'], unknown>;

const time = () => formFields.line(5).pattern(TIME_OF_DAY);
const words = Object.fromEntries(
  MESSAGE_LANGUAGES.flatMap((language) => [
    [`subject_${language}`, formFields.line(200)],
    [`text_${language}`, formFields.lines(2_000)],
    [`template_${language}`, formFields.line(34).pattern(TWILIO_PATTERNS.template)],
  ]),
);

const remindersScreen = screen({
  ...common,
  id: 'reminders',
  path: '/reminders',
  section: 'reminders',
  needs: 'view',
  show: async ({ deps, store, company, w, t, f, href }) => {
    const settings = await readSettings(deps.em, store);
    const schedule = scheduleOf(settings);
    const twilio = openTwilioAccount(deps.secrets, settings);
    const messages = await listMessages(deps.em, { store, query: { limit: MESSAGES_SHOWN } });
    const tones: Record<string, string> = { sent: 'good', queued: 'info', sending: 'info', skipped: '' };
    return {
      template: 'reminders/reminders',
      title: w.title,
      data: {
        timeZone: company.timeZone,
        isOn: schedule.isOn,
        values: {
          enabled: schedule.isOn,
          language: schedule.language,
          business_days_only: schedule.businessDaysOnly,
          quiet_from: schedule.quietFrom ?? '',
          quiet_until: schedule.quietUntil ?? '',
          reply_to: schedule.replyTo ?? '',
          receipts: schedule.sendsReceipts,
          refund_notices: schedule.sendsRefundNotices,
        },
        languages: MESSAGE_LANGUAGES.map((value) => ({ value, label: w.languages[value] })),
        steps: schedule.steps.map((step) => ({
          when: w.when(step.days),
          time: step.time,
          channel: w.channels[step.channel],
          methods: step.methods.map((method) => t.methods[method]).join(', ') || w.allMethods,
          href: href(`/reminders/steps/${step.name}`),
        })),
        newStep: href(`/reminders/steps/${NEW}`),
        notices: NOTICE_KINDS.map((name) => ({
          label: w.kinds[name],
          href: href(`/reminders/notices/${name}`),
        })),
        twilio: {
          account_sid: twilio?.accountSid ?? '',
          auth_token: '',
          sms_from: twilio?.smsFrom ?? '',
          whatsapp_from: twilio?.whatsappFrom ?? '',
        },
        hasTwilio: twilio !== null,
        messages: messages.rows.map((message) => ({
          invoice: message.invoiceId,
          href: href(`/invoices/${message.invoiceId}`),
          what: message.step === null ? w.kinds[message.kind] : `${w.kinds[message.kind]} (${message.step})`,
          channel: w.channels[message.channel],
          state: w.states[message.state],
          tone: tones[message.state] ?? 'bad',
          reason: message.reason && wordFor(w.reasons, message.reason),
          at: f.moment(message.sentAt ?? message.sendAt),
        })),
      },
    };
  },
});

/** The texts of a message as they are now, in each language. */
async function previewsOf({ deps, store, w }: RemindersRequest, input: { kind: MessageKind; step?: string }) {
  const write = async (language: MessageLanguage) => {
    const { subject, text } = await previewMessage(deps, { store, input: { ...input, language } });
    return { language: w.languages[language], lang: language, subject, text };
  };
  return Promise.all(MESSAGE_LANGUAGES.map(write));
}

const placeholders = Object.keys(PLACEHOLDERS).map((name) => `{{${name}}}`);

const stepScreen = screen({
  ...common,
  id: 'reminderStep',
  path: '/reminders/steps/{token}',
  section: 'reminders',
  needs: 'manage',
  show: async (request) => {
    const { deps, store, company, token, w, t } = request;
    const settings = await readSettings(deps.em, store);
    const { steps } = scheduleOf(settings);
    const isNew = token === NEW;
    const step = isNew ? NEW_STEP : steps.find(({ name }) => name === token);
    if (!step) throw notFound('step', token);
    return {
      template: 'reminders/step',
      title: isNew ? w.newStep : w.when(step.days),
      data: {
        ...{ token, isNew, timeZone: company.timeZone, placeholders },
        values: { ...presentStep(step), ...presentWords(settings.reminderWords?.[step.name]) },
        whens: WHENS.map((value) => ({ value, label: w.whens[value] })),
        channels: MESSAGE_CHANNELS.map((value) => ({ value, label: w.channels[value] })),
        methods: PAYMENT_METHODS.map((value) => ({ value, label: t.methods[value] })),
        languages: languagesOf(request),
        previews: isNew ? [] : await previewsOf(request, { kind: 'reminder', step: step.name }),
      },
    };
  },
});

const NEW_STEP: ReminderStep = { name: '', days: 1, time: '09:00', channel: 'email', methods: [] };

function presentStep({ days, time, channel, methods }: ReminderStep) {
  const when = days === 0 ? 'on' : days < 0 ? 'before' : 'after';
  return { when, days: String(Math.abs(days)), time, channel, methods };
}

function languagesOf({ w }: Pick<RemindersRequest, 'w'>) {
  return MESSAGE_LANGUAGES.map((language) => ({ language, label: w.languages[language] }));
}

const noticeScreen = screen({
  ...common,
  id: 'noticeWords',
  path: '/reminders/notices/{token}',
  section: 'reminders',
  needs: 'manage',
  show: async (request) => {
    const { deps, store, token, w } = request;
    if (!isNotice(token)) throw notFound('message', token);
    const settings = await readSettings(deps.em, store);
    return {
      template: 'reminders/notice',
      title: w.kinds[token],
      data: {
        ...{ token, placeholders, languages: languagesOf(request) },
        values: presentWords(settings.reminderWords?.[token]),
        previews: await previewsOf(request, { kind: token }),
      },
    };
  },
});

const subject = 'reminder schedule';

const saveRemindersAct = act({
  ...common,
  id: 'saveReminders',
  path: '/reminders',
  needs: 'manage',
  screen: remindersScreen,
  form: joi.object<RulesForm>({
    enabled: formFields.checkbox(),
    language: formFields.choice(MESSAGE_LANGUAGES).required(),
    business_days_only: formFields.checkbox(),
    quiet_from: time(),
    quiet_until: time(),
    reply_to: formFields.email(),
    receipts: formFields.checkbox(),
    refund_notices: formFields.checkbox(),
  }),
  run: async ({ deps, store, input }) => {
    await withFieldsOfStep(() => changeSchedule(deps, { store, changes: readRules(input) }));
    return { subject, details: { enabled: input.enabled } };
  },
});

const saveStepAct = act({
  ...common,
  id: 'saveReminderStep',
  path: '/reminders/steps/{token}',
  needs: 'manage',
  screen: stepScreen,
  form: joi.object<StepForm>({
    when: formFields.choice(WHENS).required(),
    days: formFields.integer(1, MOST_DAYS_AFTER),
    time: time().required(),
    channel: formFields.choice(MESSAGE_CHANNELS).required(),
    methods: formFields.checkboxes(PAYMENT_METHODS),
    ...words,
  }),
  run: async ({ deps, store, token, input, href }) => {
    const steps = presentSteps(await readSettings(deps.em, store));
    if (token !== NEW && !steps.some(({ name }) => name === token)) throw notFound('step', token);
    const changed = withStep(steps, { name: token, form: input });
    await withFieldsOfStep(() => changeSchedule(deps, { store, changes: { steps: changed } }));
    return { goTo: href('/reminders'), subject, details: { steps: changed.map((step) => step.name) } };
  },
});

const removeStepAct = act({
  ...common,
  id: 'removeReminderStep',
  path: '/reminders/steps/{token}/remove',
  needs: 'manage',
  screen: stepScreen,
  leadsTo: remindersScreen,
  run: async ({ deps, store, token, href }) => {
    const steps = presentSteps(await readSettings(deps.em, store));
    const left = steps.filter(({ name }) => name !== token);
    await changeSchedule(deps, { store, changes: { steps: left } });
    return { goTo: href('/reminders'), subject, details: { steps: left.map((step) => step.name) } };
  },
});

const saveNoticeAct = act({
  ...common,
  id: 'saveNoticeWords',
  path: '/reminders/notices/{token}',
  needs: 'manage',
  screen: noticeScreen,
  form: joi.object<WordsForm>(words),
  run: async ({ deps, store, token, input, href }) => {
    if (!isNotice(token)) throw notFound('message', token);
    const changes = { [`${token}_words`]: readWords(input) };
    await withFieldsOfStep(() => changeSchedule(deps, { store, changes }));
    return { goTo: href('/reminders'), subject, details: { words: token } };
  },
});

interface TwilioForm {
  account_sid: string;
  auth_token: string;
  sms_from?: string;
  whatsapp_from?: string;
}

const saveTwilioAct = act({
  ...common,
  id: 'saveTwilio',
  path: '/reminders/twilio',
  needs: 'manage',
  stepsUp: () => true,
  screen: remindersScreen,
  form: joi.object<TwilioForm>({
    account_sid: formFields.line(34).pattern(TWILIO_PATTERNS.accountSid).required(),
    auth_token: formFields.line(100).min(16).required(),
    sms_from: formFields.line(34).pattern(TWILIO_PATTERNS.numberOrService),
    whatsapp_from: formFields.line(20).pattern(TWILIO_PATTERNS.number),
  }),
  run: async ({ deps, store, input: { account_sid, auth_token, sms_from = null, whatsapp_from = null } }) => {
    const twilio = { account_sid, auth_token, sms_from, whatsapp_from };
    await changeSchedule(deps, { store, changes: { twilio } });
    return { subject, details: { account_sid, sms_from, whatsapp_from } };
  },
});

const removeTwilioAct = act({
  ...common,
  id: 'removeTwilio',
  path: '/reminders/twilio/remove',
  needs: 'manage',
  screen: remindersScreen,
  run: async ({ deps, store }) => {
    await withFieldsOfStep(() => changeSchedule(deps, { store, changes: { twilio: null } }));
    return { subject };
  },
});

/** On the page of an invoice. */
const holdActs = ([true, false] as const).map((isHeld) =>
  act({
    ...common,
    id: isHeld ? 'holdReminders' : 'resumeReminders',
    path: `/invoices/{id}/reminders/${isHeld ? 'hold' : 'resume'}`,
    needs: 'collect',
    screen: invoiceScreen,
    run: async ({ deps, store, id }) => {
      await holdReminders(deps, { store, invoiceId: id, isHeld });
      return { subject: `invoice ${id}` };
    },
  }),
);

export const remindersScreens = [remindersScreen, stepScreen, noticeScreen];
export const remindersActs = [
  ...[saveRemindersAct, saveStepAct, removeStepAct, saveNoticeAct, saveTwilioAct, removeTwilioAct],
  ...holdActs,
];
