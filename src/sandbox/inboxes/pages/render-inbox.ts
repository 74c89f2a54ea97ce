import { readTemplates } from '../../../base/http/pages/templates.ts';
import { assetUrl } from '../../../checkout/asset-files.ts';
import { brandColors } from '../../../base/text/brand-colors.ts';
import { cleanText } from '../../../base/text/clean-text.ts';
import { languageOf } from '../../../checkout/pages/messages.ts';
import type { SandboxMessage } from '../sandbox-message.entity.ts';
import { prettyBody } from './pretty-body.ts';
import { english, portuguese, type Words } from './words.ts';

interface PageOptions {
  /** The nonce of the one style block that the page's Content-Security-Policy allows. */
  nonce: string;
  acceptLanguage: string;
}

const templates = readTemplates(new URL('.', import.meta.url));

/** Renders the messages of an inbox, for a person. Anybody may have sent them. */
export function renderInbox(
  { url, messages }: { url: string; messages: SandboxMessage[] },
  options: PageOptions,
): string {
  return render(options, (t) => ({ url, messages: messages.map((message) => presentMessage(message, t)) }));
}

export function renderUnknownInbox(options: PageOptions): string {
  return render(options, () => null);
}

function render({ nonce, acceptLanguage }: PageOptions, read: (t: Words) => object | null): string {
  const isEnglish = languageOf(acceptLanguage) === 'en';
  const t = isEnglish ? english : portuguese;
  const language = isEnglish ? 'en' : 'pt';
  return templates.render('@inbox', { language, nonce, t, colors: brandColors(null), assetUrl, inbox: read(t) });
}

function presentMessage(message: SandboxMessage, t: Words) {
  const { id, event, webhookId, verified, receivedAt, statusCode } = message;
  return {
    id,
    title: event ?? t.request,
    receivedAt: receivedAt.toISOString(),
    answered: t.answered(statusCode),
    ...verdictOf(verified, t),
    webhook: webhookId === null ? null : t.webhook(webhookId),
    signatures: [
      ['X-Service-Signature', t.findings[message.serviceSignature]],
      ['webhook-signature', t.findings[message.standardSignature]],
    ],
    headers: Object.entries(message.headers).map(([name, value]) => [name, cleanText(value)]),
    body: cleanText(prettyBody(message.body)) || t.noBody,
  };
}

function verdictOf(verified: boolean | null, t: Words): { verdict: string; kind: string } {
  if (verified === null) return { verdict: t.notChecked, kind: 'unchecked' };
  return verified ? { verdict: t.verified, kind: 'good' } : { verdict: t.notVerified, kind: 'bad' };
}
