import { describeSignature } from './describe-finding.ts';
import { inboxUrl } from './inbox-url.ts';
import type { SandboxInbox } from './sandbox-inbox.entity.ts';
import type { SandboxMessage } from './sandbox-message.entity.ts';

export function presentInbox({ id, name, createdAt }: SandboxInbox, publicUrl: string): Record<string, unknown> {
  const url = inboxUrl(publicUrl, name);
  return { id, url, page_url: url, created_at: createdAt };
}

export function presentMessage(message: SandboxMessage): Record<string, unknown> {
  return {
    id: message.id,
    event: message.event,
    webhook_id: message.webhookId,
    received_at: message.receivedAt,
    headers: message.headers,
    body: message.body,
    status_code: message.statusCode,
    signature: describeSignature(message),
  };
}
