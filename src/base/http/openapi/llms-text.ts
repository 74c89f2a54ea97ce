import type { OpenApiDocument } from './document.ts';

interface Summarised {
  summary: string;
  tags?: string[];
}

/**
 * The document in short, in Markdown, for language models that help to write a client: the form that llmstxt.org
 * proposes. Each line is a call or an event; the document has the rest.
 *
 * @param publicUrl the address of the API, without a trailing slash
 */
export function llmsText({ info, tags, paths, webhooks }: OpenApiDocument, publicUrl: string): string {
  const { title, description } = info as { title: string; description: string };
  const [about, ...manners] = description.split('\n\n');
  const calls = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod as Record<string, Summarised>).map(([method, call]) => ({
      tag: call.tags?.[0],
      line: `- \`${method.toUpperCase()} ${path}\`: ${call.summary}`,
    })),
  );
  const sections = (tags as { name: string; description: string }[]).map(({ name, description: text }) =>
    [`## ${name}`, '', text, '', ...calls.filter(({ tag }) => tag === name).map(({ line }) => line)].join('\n'),
  );
  const events = Object.entries(webhooks as Record<string, { post: Summarised }>).map(
    ([name, { post }]) => `- \`${name}\`: ${post.summary}`,
  );
  return [
    `# ${title}`,
    `> ${about}`,
    `- [OpenAPI 3.1 document](${publicUrl}/api/v1/openapi.json): every call and event with its schema and examples\n` +
      `- [Reference](${publicUrl}/docs): the same, to read and to try`,
    ...manners.map((text) => text.replaceAll('\n', ' ')),
    ...sections,
    ['## Events that webhooks are sent', '', ...events].join('\n'),
    '',
  ].join('\n\n');
}
