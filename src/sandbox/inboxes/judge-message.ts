import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { previousSecretOf, webhookSecretContext } from '../../webhooks/deliver-webhook.ts';
import { WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.ts';
import { checkSignatures, withoutSecret, type Findings, type SignedRequest } from './check-signatures.ts';
import { leadsTo } from './inbox-url.ts';
import type { SandboxInbox } from './sandbox-inbox.entity.ts';
import type { Finding } from './sandbox-message.entity.ts';

export interface Verdict extends Findings {
  verified: boolean | null;
  /** The webhook whose secret made a signature of it. */
  webhookId: number | null;
}

/** Holds a message against the secrets of those webhooks of the inbox's own store that lead to the inbox. */
export async function judgeMessage(
  { em, secrets }: { em: EntityManager; secrets: SecretBox },
  { inbox, request }: { inbox: SandboxInbox; request: SignedRequest },
): Promise<Verdict> {
  const { companyId, name } = inbox;
  const all = await em.find(WebhookEndpoint, { companyId, environment: 'sandbox', deletedAt: null });
  const verdicts = all
    .filter(({ url }) => leadsTo(url, name))
    .map((endpoint): Verdict => {
      const current = secrets.open(endpoint.secret, webhookSecretContext(endpoint));
      const previous = previousSecretOf(endpoint, secrets, request.now);
      const findings = checkSignatures(request, { current, previous });
      const isItsOwn = Object.values(findings).some(isMade);
      return { ...findings, verified: verify(findings), webhookId: isItsOwn ? endpoint.id : null };
    });
  const best = verdicts.find(({ verified }) => verified) ?? verdicts.find(({ webhookId }) => webhookId) ?? verdicts[0];
  return best ?? { ...withoutSecret(request), verified: null, webhookId: null };
}

/** Each signature that is there must be right; a sender that signs in one of the two ways only is believed too. */
function verify({ service, standard }: Findings): boolean | null {
  const present = [service, standard].filter((finding) => finding !== 'missing');
  if (present.length === 0) return null;
  return present.every((finding) => finding === 'valid' || finding === 'previous');
}

/** Whether the signature is one of this secret's, be it an old one. */
function isMade(finding: Finding): boolean {
  return finding === 'valid' || finding === 'previous' || finding === 'old';
}
