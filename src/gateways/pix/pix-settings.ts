import { randomBytes } from 'node:crypto';
import { parseTariff, type Tariff } from '../../banking/tariff.ts';
import type { GatewaySetting, GatewaySettings } from '../gateway-provider.ts';

/** 256 bits in the address to which the bank calls back, which proves that the bank sends it. */
const makeSecret = (): string => randomBytes(32).toString('base64url');

/** The settings that a store gives so that its bank collects Pix for it. */
export const PIX_SETTINGS: readonly GatewaySetting[] = [
  {
    name: 'base_url',
    label: { pt: 'Endereço da API Pix do banco', en: 'Address of the bank’s Pix API' },
    hint: {
      pt: 'Até a parte antes de /cob, como o banco informa: https://pix.banco.example/api/v2',
      en: 'As the bank gives it, up to the part before /cob: https://pix.bank.example/api/v2',
    },
    isSecret: false,
    isRequired: true,
  },
  {
    name: 'token_url',
    label: { pt: 'Endereço do token (OAuth 2)', en: 'Address of the token (OAuth 2)' },
    hint: {
      pt: 'Onde o banco dá o token de acesso: https://pix.banco.example/oauth/token',
      en: 'Where the bank gives the access token: https://pix.bank.example/oauth/token',
    },
    isSecret: false,
    isRequired: true,
  },
  {
    name: 'client_id',
    label: { pt: 'Client ID', en: 'Client ID' },
    hint: {
      pt: 'Da aplicação criada no portal do banco.',
      en: 'Of the application that you made in the bank’s portal.',
    },
    isSecret: false,
    isRequired: true,
  },
  {
    name: 'client_secret',
    label: { pt: 'Client secret', en: 'Client secret' },
    hint: { pt: 'Alguns bancos só usam o certificado.', en: 'Some banks use the certificate alone.' },
    isSecret: true,
    isRequired: false,
  },
  {
    name: 'pix_key',
    label: { pt: 'Chave Pix', en: 'Pix key' },
    hint: {
      pt: 'Da conta que recebe: CNPJ, CPF, e-mail, telefone ou chave aleatória.',
      en: 'Of the account that receives: CNPJ, CPF, e-mail, phone or a random key.',
    },
    isSecret: false,
    isRequired: true,
  },
  {
    name: 'certificate',
    label: { pt: 'Certificado (PEM)', en: 'Certificate (PEM)' },
    hint: {
      pt: 'O texto todo, de -----BEGIN CERTIFICATE----- até o fim. De um arquivo .p12: openssl pkcs12 -in arquivo.p12 -nokeys',
      en: 'The whole text, from -----BEGIN CERTIFICATE----- to its end. Of a .p12 file: openssl pkcs12 -in file.p12 -nokeys',
    },
    isSecret: false,
    isRequired: true,
    isText: true,
  },
  {
    name: 'private_key',
    label: { pt: 'Chave privada do certificado (PEM)', en: 'Private key of the certificate (PEM)' },
    hint: {
      pt: 'Sem senha. De um arquivo .p12: openssl pkcs12 -in arquivo.p12 -nocerts -nodes',
      en: 'Without a password. Of a .p12 file: openssl pkcs12 -in file.p12 -nocerts -nodes',
    },
    isSecret: true,
    isRequired: true,
    isText: true,
  },
  {
    name: 'tariff',
    label: { pt: 'Tarifa por Pix recebido', en: 'Price of a Pix that comes in' },
    hint: {
      pt: 'Como no contrato com o banco: 0,99% ou 1,20 ou 0,99% min 0,50 max 10,00. Em branco: o banco não cobra.',
      en: 'As agreed with the bank: 0.99% or 1.20 or 0.99% min 0.50 max 10.00. Empty: the bank asks for nothing.',
    },
    isSecret: false,
    isRequired: false,
  },
  {
    name: 'account_branch',
    label: { pt: 'Pix Automático: agência', en: 'Pix Automático: branch' },
    hint: {
      pt: 'Da conta que recebe os débitos, até quatro dígitos. Em branco para uma conta de pagamento.',
      en: 'Of the account that receives the debits, up to four digits. Empty for a payment account.',
    },
    isSecret: false,
    isRequired: false,
  },
  {
    name: 'account_number',
    label: { pt: 'Pix Automático: conta', en: 'Pix Automático: account' },
    hint: {
      pt: 'Com o dígito, sem hífen. Em branco: esta loja não usa o Pix Automático.',
      en: 'With its check digit, without a hyphen. Empty: this store does not use Pix Automático.',
    },
    isSecret: false,
    isRequired: false,
  },
  {
    name: 'account_type',
    label: { pt: 'Pix Automático: tipo da conta', en: 'Pix Automático: kind of account' },
    hint: {
      pt: 'CORRENTE (se em branco), POUPANCA ou PAGAMENTO.',
      en: 'CORRENTE (if empty), POUPANCA or PAGAMENTO.',
    },
    isSecret: false,
    isRequired: false,
  },
  {
    name: 'scope',
    label: { pt: 'Escopos', en: 'Scopes' },
    hint: {
      pt: 'Só se o banco pede que sejam ditos: cob.write cob.read cobv.write cobv.read pix.write pix.read webhook.write webhook.read',
      en: 'Only where the bank wants them to be said: cob.write cob.read cobv.write cobv.read pix.write pix.read webhook.write webhook.read',
    },
    isSecret: false,
    isRequired: false,
  },
  {
    name: 'client_authentication',
    label: { pt: 'Onde vai o client secret', en: 'Where the client secret goes' },
    hint: {
      pt: 'header (o mais comum) ou body, como o banco documenta.',
      en: 'header (the most common) or body, as the bank documents it.',
    },
    isSecret: false,
    isRequired: false,
  },
  {
    name: 'extra_headers',
    label: { pt: 'Cabeçalhos a mais', en: 'Further headers' },
    hint: {
      pt: 'Um por linha, se o banco pede: x-nome: valor',
      en: 'A line each, where the bank wants them: x-name: value',
    },
    isSecret: true,
    isRequired: false,
    isText: true,
  },
  {
    name: 'server_ca',
    label: { pt: 'Autoridade certificadora do banco (PEM)', en: 'The bank’s certificate authority (PEM)' },
    hint: {
      pt: 'Só para ambientes de homologação com uma autoridade própria.',
      en: 'Only for test environments with an authority of their own.',
    },
    isSecret: false,
    isRequired: false,
    isText: true,
  },
  {
    name: 'callback_secret',
    label: { pt: 'Segredo dos avisos', en: 'Secret of the callbacks' },
    hint: { pt: '', en: '' },
    isSecret: true,
    isRequired: false,
    make: makeSecret,
  },
];

/** The settings of an account, as the parts of the gateway use them. */
export interface PixAccess {
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string | null;
  /** Whether the secret goes in the body of the token request, and not in `Authorization`. */
  secretInBody: boolean;
  scope: string | null;
  extraHeaders: Record<string, string>;
  pixKey: string;
  /** The account that debits go to, as the Central Bank's `DadosBancariosRecebedor`; null: no Pix Automático. */
  receiver: { agencia?: string; conta: string; tipoConta: string } | null;
  /** The price of a Pix that comes in. */
  tariff: Tariff;
  certificate: string;
  privateKey: string;
  serverCa: string | null;
  callbackSecret: string;
}

/** Settings that passed the check of their form. */
export function readAccess(settings: GatewaySettings): PixAccess {
  const text = (name: string): string => settings[name] ?? '';
  const orNull = (name: string): string | null => settings[name] || null;
  return {
    baseUrl: text('base_url').replace(/\/+$/, ''),
    tokenUrl: text('token_url'),
    clientId: text('client_id'),
    clientSecret: orNull('client_secret'),
    secretInBody: text('client_authentication') === 'body',
    scope: orNull('scope'),
    extraHeaders: readHeaders(text('extra_headers')) ?? {},
    pixKey: text('pix_key'),
    receiver: readReceiver(settings),
    tariff: parseTariff(text('tariff') || '0')!,
    certificate: text('certificate'),
    privateKey: text('private_key'),
    serverCa: orNull('server_ca'),
    callbackSecret: text('callback_secret'),
  };
}

function readReceiver({
  account_branch: agencia = '',
  account_number: conta = '',
  account_type: tipoConta = '',
}: GatewaySettings): PixAccess['receiver'] {
  if (conta === '') return null;
  return { ...(agencia === '' ? {} : { agencia }), conta, tipoConta: tipoConta || ACCOUNT_TYPES[0] };
}

export const ACCOUNT_TYPES = ['CORRENTE', 'POUPANCA', 'PAGAMENTO'] as const;

/** Lines of `name: value`; null for a line that is none. */
export function readHeaders(text: string): Record<string, string> | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const headers = lines.map((line) => /^([A-Za-z0-9-]+):\s*([\x20-\x7e]+)$/.exec(line.trim()));
  if (!headers.every((match) => match !== null)) return null;
  return Object.fromEntries(headers.map(([, name, value]) => [name!.toLowerCase(), value!]));
}
