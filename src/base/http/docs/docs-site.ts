import { marked } from 'marked';
import { sample } from 'openapi-sampler';
import type { OpenApiDocument } from '../openapi/document.ts';
import { readTemplates } from '../pages/templates.ts';
import { fieldsOf, type Field, type Resolve, type Schema } from './describe-fields.ts';
import { DOCS_LANGUAGES, DOCS_WORDS, type DocsLanguage } from './docs-words.ts';
import { samplesOf, type Sample } from './samples.ts';

const templates = readTemplates(new URL('pages/', import.meta.url));

/** The texts that are not in the document. */
export interface DocsTexts {
  /** Markdown, in the order in which a newcomer reads them. The first line is the title. */
  guides: readonly { name: string; markdown: Readonly<Record<DocsLanguage, string>> }[];
  /** By code: a problem's cause, and its remedy. */
  errors: Readonly<Record<string, Readonly<Record<DocsLanguage, readonly [cause: string, remedy: string]>>>>;
  /** The summaries of calls, events and tags in other languages than English, by their names. */
  summaries: Readonly<Partial<Record<DocsLanguage, Readonly<Record<string, string>>>>>;
}

export interface SiteOptions {
  document: OpenApiDocument;
  texts: DocsTexts;
  /** The address of the API, without a trailing slash. */
  publicUrl: string;
  /** The addresses of the style and the script. */
  assets: { style: string; script: string; icon: string };
}

/** A page, or the list of all pages that the search looks in. */
export interface SitePage {
  type: 'text/html' | 'application/json';
  text: string;
}

/** Every page of the documentation, by its path below `/docs`. */
export function buildDocs(options: SiteOptions): ReadonlyMap<string, SitePage> {
  return new Map(DOCS_LANGUAGES.flatMap((language) => pagesIn(language, options)));
}

interface Call {
  operationId: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  scope: string;
  parameters: Field[];
  body: Field[];
  answer: Field[];
  answerStatus: string;
  answerText: string;
  answerSample: string | null;
  problems: { status: string; codes: string[] }[];
  samples: Sample[];
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  'x-required-scope': string;
  parameters: { name: string; required: boolean; description?: string; schema: Schema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; examples?: Record<string, Example> }> };
  responses: Record<string, Response>;
}

interface Example {
  value: unknown;
}

interface Response {
  $ref?: string;
  description?: string;
  content?: Record<string, { schema: Schema; examples?: Record<string, Example>; example?: unknown }>;
}

interface Webhook {
  post: {
    summary: string;
    description?: string;
    requestBody: { content: Record<string, { schema: Schema; examples?: Record<string, Example>; example?: unknown }> };
  };
}

function pagesIn(language: DocsLanguage, options: SiteOptions): [path: string, page: SitePage][] {
  const { document, texts, publicUrl, assets } = options;
  const w = DOCS_WORDS[language];
  const summaryOf = (name: string, text: string): string => texts.summaries[language]?.[name] ?? text;
  const calls = callsOf(document, publicUrl).map((call) => ({
    ...call,
    summary: summaryOf(call.operationId, call.summary),
  }));
  const tags = (document.tags as { name: string; description: string }[]).map(({ name, description }) => ({
    ...{ name, title: summaryOf(name, name), description, path: `calls/${name.toLowerCase()}` },
    calls: calls.filter(({ tag }) => tag === name),
  }));
  const guides = texts.guides.map(({ name, markdown }) => {
    const [heading = '', ...rest] = markdown[language].split('\n');
    return { path: `guides/${name}`, title: heading.replace(/^# /, ''), html: htmlOf(rest.join('\n')) };
  });
  const events = eventsOf(document).map((event) => ({ ...event, summary: summaryOf(event.name, event.summary) }));
  const codes = codesOf(calls);
  const errors = [...codes].map(([code, status]) => {
    const [cause, remedy] = texts.errors[code]?.[language] ?? ['', ''];
    return { code, status, cause: inline(cause), remedy: inline(remedy) };
  });
  const nav = [
    { title: w.guides, links: guides.map(({ path, title }) => ({ path, title })) },
    { title: w.calls, links: tags.map(({ path, title }) => ({ path, title })) },
    {
      title: w.title,
      links: [
        { path: 'about', title: w.about },
        { path: 'events', title: w.events },
        { path: 'errors', title: w.errors },
      ],
    },
  ];
  const page = (path: string, title: string, template: string, data: object): [string, SitePage] => {
    const common = { w, language, assets, nav, path, title, publicUrl, root: `/docs/${language}` };
    const body = templates.render(`@${template}`, { ...common, ...data });
    const other = DOCS_LANGUAGES.find((one) => one !== language)!;
    const text = templates.render('@layout', { ...common, body, otherHref: `/docs/${other}${path && `/${path}`}` });
    return [`${language}${path && `/${path}`}`, { type: 'text/html', text }];
  };
  const { description } = document.info as { description: string };
  return [
    page('', w.title, 'home', { guides, tags }),
    page('about', w.about, 'text', { html: htmlOf(description), note: w.fieldsNote }),
    ...guides.map(({ path, title, html }) => page(path, title, 'text', { html, note: '' })),
    ...tags.map(({ path, title, description: about, calls: those }) =>
      page(path, title, 'calls', { about: language === 'en' ? about : '', calls: those }),
    ),
    page('events', w.events, 'events', { events }),
    page('errors', w.errors, 'errors', { errors }),
    [
      `${language}/search.json`,
      {
        type: 'application/json',
        text: JSON.stringify([
          ...guides.map(({ path, title }) => [title, path, w.guides]),
          ...calls.map(({ operationId, summary, method, path, tag }) => [
            ...[summary, `calls/${tag.toLowerCase()}#${operationId}`, `${method} ${path.replace('/api/v1', '')}`],
          ]),
          ...events.map(({ name, summary }) => [name, `events#${name}`, summary]),
          ...errors.map(({ code, status }) => [code, `errors#${code}`, status]),
        ]),
      },
    ],
  ];
}

function callsOf(document: OpenApiDocument, publicUrl: string): Call[] {
  const resolve = resolverOf(document);
  return Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod as Record<string, Operation>).map(([method, operation]) => {
      const { operationId, tags, summary, description, parameters, requestBody, responses } = operation;
      const bodySchema = requestBody?.content['application/json'];
      const [answerStatus, answer] = Object.entries(responses).find(([status]) => status < '300')!;
      const answerSchema = answer.content?.['application/json']?.schema;
      const body =
        bodySchema && (Object.values(bodySchema.examples ?? {})[0]?.value ?? sampleOf(bodySchema.schema, document));
      const sampled = {
        ...{ operationId, method: method.toUpperCase(), path },
        ...(requestBody?.required && { body }),
      };
      return {
        ...{
          operationId,
          method: method.toUpperCase(),
          path,
          tag: tags[0]!,
          summary,
          scope: operation['x-required-scope'],
        },
        description: inline(description.replace(/ Needs the scope `[^`]+`\.$/, '')),
        parameters: parameters.map(({ name, required, description: text = '', schema }) => ({
          ...fieldsOf({ properties: { [name]: schema }, required: required ? [name] : [] }, resolve)[0]!,
          description: text,
        })),
        body: bodySchema ? fieldsOf(bodySchema.schema, resolve) : [],
        answer: answerSchema ? fieldsOf(answerSchema, resolve) : [],
        ...{ answerStatus, answerText: inline(answer.description ?? '') },
        answerSample: answerSchema ? JSON.stringify(sampleOf(answerSchema, document), null, 2) : null,
        problems: problemsOf(responses, document),
        samples: samplesOf(sampled, publicUrl),
      };
    }),
  );
}

function problemsOf(responses: Record<string, Response>, document: OpenApiDocument): Call['problems'] {
  return Object.entries(responses)
    .filter(([status]) => status >= '400')
    .map(([status, response]) => {
      const { description = '' } = response.$ref
        ? (document.components.responses[response.$ref.split('/').at(-1)!] as Response)
        : response;
      return { status, codes: [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code!) };
    });
}

/** Every code with its status, each once, by status and name. */
function codesOf(calls: readonly Call[]): Map<string, string> {
  const all = calls.flatMap(({ problems }) =>
    problems.flatMap(({ status, codes }) => codes.map((code) => [code, status] as const)),
  );
  return new Map([...new Map(all)].sort(([a, one], [b, other]) => one.localeCompare(other) || a.localeCompare(b)));
}

function eventsOf(document: OpenApiDocument) {
  const resolve = resolverOf(document);
  return Object.entries(document.webhooks as Record<string, Webhook>).map(([name, { post }]) => {
    const { schema, examples, example } = post.requestBody.content['application/json']!;
    const shown = example ?? Object.values(examples ?? {})[0]?.value ?? sampleOf(schema, document);
    const fields = fieldsOf(schema, resolve);
    return {
      ...{ name, summary: post.summary, sample: JSON.stringify(shown, null, 2) },
      fields: fields.find((field) => field.name === 'data')?.fields ?? fields,
    };
  });
}

function resolverOf({ components }: OpenApiDocument): Resolve {
  return (ref) => (components.schemas as Record<string, Schema>)[ref.split('/').at(-1)!] ?? {};
}

function sampleOf(schema: Schema, document: OpenApiDocument): unknown {
  return sample(schema as Parameters<typeof sample>[0], { quiet: true }, document);
}

/** Links of guides among each other are of one folder. */
function htmlOf(markdown: string): string {
  // A block that is too wide is scrolled by the keyboard too.
  return marked.parse(markdown, { async: false, gfm: true }).replaceAll('<pre>', '<pre tabindex="0">');
}

function inline(markdown: string): string {
  return marked.parseInline(markdown, { async: false, gfm: true });
}
