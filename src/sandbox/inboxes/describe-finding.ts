import type { SandboxMessage } from './sandbox-message.entity.ts';
import type { Finding } from './sandbox-message.entity.ts';

const WORDS: Record<Finding, string> = {
  valid: "right, with the webhook's secret",
  previous: "right, with the webhook's secret before its last rotation",
  old: 'right, but made more than five minutes ago: it may be an old delivery that somebody sends again',
  wrong: 'wrong: made with another secret, or the body was changed after it was made',
  missing: 'not there',
  unchecked: 'not checked: no webhook of this store has the URL of this inbox',
};

/** Says in words which signatures of a message are right. */
export function describeSignature(message: SandboxMessage): Record<string, unknown> {
  return {
    verified: message.verified,
    x_service_signature: WORDS[message.serviceSignature],
    webhook_signature: WORDS[message.standardSignature],
  };
}
