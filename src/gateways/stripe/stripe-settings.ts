import type { GatewaySetting } from '../gateway-provider.ts';

/** The settings that a store gives so that Stripe collects for it. */
export const STRIPE_SETTINGS: readonly GatewaySetting[] = [
  {
    name: 'secret_key',
    label: { pt: 'Chave secreta', en: 'Secret key' },
    hint: {
      pt: 'Em Desenvolvedores, Chaves da API. Uma chave restrita também serve.',
      en: 'Under Developers, API keys. A restricted key will do.',
    },
    isSecret: true,
    isRequired: true,
  },
  {
    name: 'publishable_key',
    label: { pt: 'Chave publicável', en: 'Publishable key' },
    hint: {
      pt: 'Da mesma conta: com ela o cartão vai do navegador de quem paga direto para a Stripe.',
      en: 'A key of the same account: by it a card goes from the payer’s browser straight to Stripe.',
    },
    isSecret: false,
    isRequired: true,
  },
  {
    name: 'callback_secret',
    label: { pt: 'Segredo de assinatura do endpoint', en: 'Signing secret of the endpoint' },
    hint: {
      pt: 'Crie na Stripe um endpoint de webhook com o endereço e os eventos desta página, e copie o segredo dele.',
      en: 'Make a webhook endpoint at Stripe with the address and the events on this page, and copy its secret.',
    },
    isSecret: true,
    isRequired: true,
  },
  {
    name: 'statement_suffix',
    label: { pt: 'Texto na fatura do cartão', en: 'Text on card statements' },
    hint: {
      pt: 'De 2 a 10 letras e números, depois do prefixo da conta.',
      en: '2 to 10 letters and digits, after the prefix of the account.',
    },
    isSecret: false,
    isRequired: false,
  },
];
