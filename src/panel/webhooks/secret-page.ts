import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.ts';
import type { PageView } from '../screen.ts';

const WORDS = {
  pt: {
    title: 'Segredo do webhook',
    secret: 'O segredo deste webhook',
    use: 'Com ele o seu sistema confere a assinatura de cada entrega: X-Service-Signature é sha256= e o HMAC-SHA256, em hexadecimal, do corpo como chegou, com o segredo inteiro (o whsec_ também) como chave.',
    previousUntil: (moment: string) => `O segredo anterior também assina até ${moment}.`,
    open: 'Ir para o webhook',
  },
  en: {
    title: 'Secret of the webhook',
    secret: 'The secret of this webhook',
    use: 'Your system verifies the signature of each delivery with it: X-Service-Signature is sha256= and the HMAC-SHA256, in hexadecimal, of the body as it came, keyed with the whole secret (whsec_ too).',
    previousUntil: (moment: string) => `The secret before signs too until ${moment}.`,
    open: 'Go to the webhook',
  },
};

/** The one page that has the secret of a webhook. */
export function secretPage({
  endpoint,
  secret,
  language,
}: {
  endpoint: WebhookEndpoint;
  secret: string;
  language: PanelLanguage;
}): PageView {
  const { id, url, previousSecretExpiresAt } = endpoint;
  const words = WORDS[language];
  return {
    template: 'webhooks/secret',
    title: words.title,
    data: { words, id, url, secret, previousUntil: previousSecretExpiresAt },
  };
}
