import { randomUUID } from 'node:crypto';
import type { PanelLanguage } from '../accounts/people/person.entity.ts';
import type { Theme } from '../accounts/people/preferences.ts';
import { readTemplates } from '../base/http/pages/templates.ts';
import { panelAssetUrl, panelIcon } from './panel-assets.ts';
import type { FieldProblem, FormValues } from './read-form.ts';
import type { Act, PageView, RequestOf } from './screen.ts';
import type { Section } from './sections.ts';
import { asksFor, type StepUpView } from './step-up.ts';

const templates = readTemplates(new URL('.', import.meta.url));

/** A form that was refused: it is shown again as it was typed. */
export interface RefusedForm {
  act: Act;
  id: number;
  values: FormValues;
  problems: FieldProblem[];
}

/** The view of a form for a template; `common/form` and `common/field` render it. */
export interface FormView {
  name: string;
  action: string;
  csrf: string | null;
  key: string;
  /** The problems that belong to no field of the form. */
  problems: string[];
  wasRefused: boolean;
  /** The proof that this form asks for; null where it asks for none. */
  stepUp: StepUpView | null;
  /** For each refused field, what it is called in the page and what is wrong. */
  refused: { id: string; text: string }[];
  value(field: string): string;
  field(field: string, options: FieldOptions): FieldView;
}

export interface FieldOptions {
  label: string;
  /** `text` unless said otherwise; `textarea`, `select`, `checkbox` and `checkboxes` too. */
  type?: string;
  hint?: string;
  /** The typed text is not shown again. */
  isSecret?: boolean;
  required?: boolean;
  options?: { value: string; label: string }[];
  /** Further attributes of the control, such as `autocomplete` or `min`. */
  attributes?: Record<string, string | number | boolean>;
}

export interface FieldView extends FieldOptions {
  id: string;
  name: string;
  value: string;
  values: string[];
  problem: string | null;
  /** The ids that `aria-describedby` names. */
  describedBy: string | null;
}

export interface FormOptions {
  /** The `{id}` of the act's path. */
  id?: number;
  /** The `{token}` of the act's path. */
  token?: string;
  /** The values with which its fields begin. */
  values?: FormValues;
  /** The fields of the form, where its schema does not name them. */
  fields?: string[];
}

/** A screen's own filters, which go into its address. */
export type FilterView = Pick<FormView, 'field' | 'value' | 'name'>;

export interface PageContext {
  request: RequestOf<'open', unknown, unknown>;
  layout: LayoutView;
  nonce: string;
  csrf: string | null;
  refused: RefusedForm | null;
  stepUp: StepUpView | null;
  actById(id: string): Act;
}

/** The frame around the content. */
export interface LayoutView {
  language: PanelLanguage;
  environment: 'production' | 'sandbox' | null;
  /** Links of the navigation; `current` marks where the reader is. */
  nav: { href: string; label: string; icon: Section; current: boolean }[];
  navLabel: string;
  store: { name: string; isSuspended: boolean } | null;
  /** The field that finds in all of a store; `isOpen` on the page that shows what it finds. Null outside of stores. */
  search: { href: string; text: string; isOpen: boolean } | null;
  /** The other environment's page of the same kind. */
  environments: { environment: 'production' | 'sandbox'; href: string; current: boolean }[];
  /** The clock of the sandbox, on each of its pages; null elsewhere. */
  clock: { now: Date; isManual: boolean; target: Date | null; path: string; canAdvance: boolean } | null;
  person: { name: string; email: string } | null;
  /** Null: as the reader's system is. */
  theme: Theme | null;
  notice: string | null;
  /** Until then the person must set up a second factor. */
  factorUntil: Date | null;
  isOperator: boolean;
}

export function renderPanelPage(page: PageView, context: PageContext): string {
  const { request, layout, nonce } = context;
  const { t, w, f } = request;
  const helpers = {
    w,
    t,
    f,
    href: (path: string) => request.href(path),
    can: (permission: never) => 'can' in request && (request.can as (p: never) => boolean)(permission),
    form: (actId: string, options?: FormOptions) => viewForm(context, context.actById(actId), options),
    filter: viewFilter(context),
    day: (moment: Date) =>
      shortTime({ datetime: moment.toISOString(), full: f.moment(moment), short: f.shortDay(moment) }),
    date: (date: string) => shortTime({ datetime: date, full: f.date(date), short: f.shortDate(date) }),
    asset: panelAssetUrl,
    icon: panelIcon,
    nonce,
    layout,
    title: page.title,
    csrf: context.csrf,
  };
  const body = templates.render(`@${page.template}`, { ...page.data, ...helpers });
  return templates.render('@common/layout', { ...helpers, body, page: page.template });
}

/** A time as a list has room for it; the whole of it is read over it. None of it is text of other people. */
function shortTime({ datetime, full, short }: Record<'datetime' | 'full' | 'short', string>): string {
  return `<time datetime="${datetime}" title="${full}">${short}</time>`;
}

/** A part of a page, which a script asks for by itself. */
export function renderPart(name: string, data: object): string {
  return templates.render(`@${name}`, data);
}

function viewForm(context: PageContext, act: Act, options: FormOptions = {}): FormView {
  const { id = 0, token = '', values = {}, fields = [] } = options;
  const { refused, request, csrf } = context;
  const isRefused = refused?.act.id === act.id && refused.id === id ? refused : null;
  const name = id ? `${act.id}-${id}` : act.id;
  const typed = isRefused ? isRefused.values : values;
  const problemOf = (field: string) =>
    isRefused?.problems.find((problem) => problem.field === field || problem.field.startsWith(`${field}.`))?.text ??
    null;
  const fieldsOfForm = new Set([...formFieldNames(act), ...fields]);
  const isOfNoField = ({ field }: FieldProblem) => !fieldsOfForm.has(field.split('.')[0]!);
  return {
    name,
    action: request.href(act.path.replace('{id}', String(id)).replace('{token}', token)),
    csrf,
    key: randomUUID(),
    wasRefused: isRefused !== null,
    stepUp: context.stepUp && asksFor(act, context.stepUp) ? context.stepUp : null,
    problems: (isRefused?.problems ?? []).filter(isOfNoField).map(({ text }) => text),
    refused: (isRefused?.problems ?? [])
      .filter((problem) => !isOfNoField(problem))
      .map(({ field, text }) => ({ id: `${name}-${field.split('.')[0]}`, text })),
    ...fieldsOf({ name, typed, problemOf }),
  };
}

/** The names of a form's fields, from its schema. */
function formFieldNames(act: Act): string[] {
  const { keys = {} } = act.form.describe() as { keys?: Record<string, unknown> };
  return [...Object.keys(keys), ...(act.file ? [act.file.field] : [])];
}

function viewFilter({ request }: PageContext): FilterView {
  const { values, problems } = request.asked;
  const problemOf = (field: string) => problems.find((problem) => problem.field === field)?.text ?? null;
  return { name: 'filter', ...fieldsOf({ name: 'filter', typed: values, problemOf }) };
}

function fieldsOf({
  name,
  typed,
  problemOf,
}: {
  name: string;
  typed: FormValues;
  problemOf: (field: string) => string | null;
}): Pick<FormView, 'value' | 'field'> {
  const valuesOf = (field: string): string[] => {
    const value = typed[field];
    if (value === undefined || value === null || value === false) return [];
    return (Array.isArray(value) ? value : [value]).map((one) => (one === true ? 'on' : String(one)));
  };
  return {
    value: (field) => valuesOf(field)[0] ?? '',
    field: (field, options) => {
      const id = `${name}-${field}`;
      const problem = problemOf(field);
      const describers = [options.hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean);
      // A password is never written into a page, nor is what may be a card's number.
      const isHidden = options.type === 'password' || options.type === 'file' || options.isSecret === true;
      const values = isHidden ? [] : valuesOf(field);
      const describedBy = describers.length > 0 ? describers.join(' ') : null;
      return { ...options, id, name: field, value: values[0] ?? '', values, problem, describedBy };
    },
  };
}
