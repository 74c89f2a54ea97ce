import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { dynamicPixPayload } from '../../../src/banking/pix/br-code.ts';
import { createAuthority, type Authority, type KeyPair } from '../certificates.ts';
import { openDocument } from './document.ts';
import { createRecurrences, type Recurrences } from './recurrences.ts';
import { amountOn, type CobvTerms } from './cobv-amount.ts';

export type How = '500_before' | '500_after' | 'drop_before' | 'drop_after' | '429' | '503';

export interface Fault {
  method?: string;
  /** Held against the path below the base address. */
  path?: RegExp;
  how: How;
  times?: number;
}

interface Charge {
  kind: 'cob' | 'cobv';
  txid: string;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';
  revisao: number;
  criacao: string;
  location: string;
  body: ChargeBody;
  pix: Pix[];
}

interface ChargeBody extends Record<string, unknown> {
  calendario: { expiracao?: number; dataDeVencimento?: string; validadeAposVencimento?: number };
  valor: { original: string } & CobvTerms;
  chave: string;
  devedor?: Record<string, string>;
}

interface Pix {
  endToEndId: string;
  txid?: string;
  valor: string;
  horario: string;
  pagador?: { nome: string; cpf: string };
  infoPagador?: string;
  devolucoes: Devolucao[];
}

interface Devolucao {
  id: string;
  rtrId: string;
  valor: string;
  natureza: string;
  horario: { solicitacao: string; liquidacao?: string };
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  motivo?: string;
}

export interface BankRequest {
  method: string;
  path: string;
  status: number | null;
}

/** A bank that speaks the Central Bank's API Pix over mutual TLS, and its payers. Nothing of it leaves the machine. */
export interface PixBank {
  baseUrl: string;
  tokenUrl: string;
  /** The authority of its server and of its clients. */
  authority: Authority;
  /** A certificate that it takes. */
  client: KeyPair;
  pixKey: string;
  clientId: string;
  clientSecret: string;
  requests: readonly BankRequest[];
  /** Requests and answers that are not as the Central Bank's document has them, in words. */
  violations: readonly string[];
  failNext(fault: Fault): void;
  /** The scopes of the application; all unless it is told otherwise. */
  grant(scopes: readonly string[] | 'all'): void;
  /** Tokens that were given are refused from now on. */
  revokeTokens(): void;
  /** From now on its clock says another time. */
  setClock(now: () => Date): void;
  charge(txid: string): Pick<Charge, 'kind' | 'status' | 'body' | 'pix' | 'location'> | null;
  /** Pix Automático: what payers and their banks do. */
  recurrences: Recurrences;
  charges(): readonly Pick<Charge, 'kind' | 'txid' | 'status' | 'pix'>[];
  /**
   * A payer pays, as the payer's bank does: by the signed payload at the location, for the amount of the day.
   *
   * @returns null where the charge can be paid by nobody
   */
  pay(txid: string, options?: { at?: Date; valor?: string }): Promise<Pix | null>;
  /** Ends the returns under way. */
  settleReturns(how?: { fails?: string }): void;
  /** The bank returns a Pix by itself, as after a fraud. */
  returnByItself(endToEndId: string, options: { valor: string; natureza: string }): void;
  removeCharge(txid: string): void;
  /** The callbacks that it has sent nobody yet, in order. */
  takeCallbacks(): { path: string; body: string }[];
  /** Sends them to the address that was given for the key. @returns the statuses */
  deliver(options?: { twice?: boolean }): Promise<number[]>;
  webhookUrl(): string | null;
  stop(): Promise<void>;
}

/** The host that codes name, without a port, as a bank has it: whoever reads a code in a test knows the server. */
export const LOCATION_HOST = 'pix.bank.example';
const PIX_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const ISPB = '12345678';
const RESOURCES = ['cob', 'cobv', 'pix', 'webhook', 'rec', 'solicrec', 'cobr', 'webhookrec', 'webhookcobr'];
const ALL_SCOPES = [...RESOURCES, 'payloadlocationrec'].flatMap((name) => [`${name}.read`, `${name}.write`]);

/**
 * @param host of its certificate, where it is another than the one that it is reached by
 * @param givesCode whether it answers with `pixCopiaECola`, which the Central Bank leaves to the bank
 */
export async function startPixBank({
  host = '127.0.0.1',
  givesCode = false,
}: { host?: string; givesCode?: boolean } = {}): Promise<PixBank> {
  const authority = createAuthority();
  const own = authority.issue('bank', { hosts: [host] });
  const client = authority.issue('a store', { days: 20 });
  const check = openDocument();
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: 'RS256' };

  const violations: string[] = [];
  const requests: BankRequest[] = [];
  const faults: (Fault & { times: number })[] = [];
  const charges = new Map<string, Charge>();
  const received = new Map<string, Pix>();
  const tokens = new Map<string, number>();
  const webhooks = new Map<string, { webhookUrl: string; criacao: string }>();
  const callbacks: { kind: 'pix' | 'rec' | 'cobr'; body: string }[] = [];
  /** The addresses that were given for the callbacks of recurrences and of debits. */
  const hooks = new Map<string, string>();
  let scopes: readonly string[] = ALL_SCOPES;
  let now = (): Date => new Date();

  const checkAgainst = (schema: string, value: unknown, where: string): void => {
    for (const problem of check(schema, value)) violations.push(`${where}: ${problem}`);
  };

  const server: Server = createServer(
    { ...{ cert: own.cert, key: own.key, ca: authority.cert }, requestCert: true, rejectUnauthorized: true },
    (message, response) => {
      void answer(message, response).catch((error: unknown) => {
        violations.push(`the bank fell over: ${String(error)}`);
        response.writeHead(500).end();
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = message;
    const { pathname, searchParams } = new URL(url, origin);
    const body = await buffer(message);
    const entry: BankRequest = { method, path: pathname, status: null };
    requests.push(entry);
    const fault = faults.find(
      (one) => one.times > 0 && (one.method ?? method) === method && (one.path ?? /./).test(pathname),
    );
    if (fault) fault.times -= 1;
    const give = (status: number, json: unknown, headers: Record<string, string> = {}): void => {
      entry.status = status;
      const type = status >= 400 ? 'application/problem+json' : 'application/json';
      response.writeHead(status, { 'content-type': type, ...headers });
      response.end(json === null ? '' : JSON.stringify(json));
    };
    switch (fault?.how) {
      case 'drop_before':
        return void message.socket.destroy();
      case '500_before':
        return give(500, problem('ErroInternoDoServidor', 500));
      case '429':
        return give(429, { type: 'about:blank', title: 'Too Many Requests', status: 429 }, { 'retry-after': '7' });
      case '503':
        return give(503, problem('ServicoIndisponivel', 503), { 'retry-after': '3' });
      default:
    }
    const result = route(method, { pathname, searchParams, body, headers: message.headers });
    if (result instanceof Promise) {
      const text = await result;
      entry.status = text === null ? 404 : 200;
      response.writeHead(entry.status, { 'content-type': 'application/jose' }).end(text ?? '');
      return;
    }
    if (fault?.how === 'drop_after') return void message.socket.destroy();
    if (fault?.how === '500_after') return give(500, problem('ErroInternoDoServidor', 500));
    const [status, json] = result;
    if (status >= 400 && json !== null && pathname !== '/oauth/token')
      checkAgainst('Problema', json, `${method} ${pathname}`);
    give(status, json);
  }

  type Result = [number, unknown];
  interface Call {
    pathname: string;
    searchParams: URLSearchParams;
    body: Buffer;
    headers: IncomingMessage['headers'];
  }

  function route(method: string, call: Call): Result | Promise<string | null> {
    const { pathname, searchParams, body, headers } = call;
    if (pathname === '/jwks.json') return [200, { keys: [jwk] }];
    const payload = /^\/qr\/v2\/(?:cobv\/)?(\w+)$/.exec(pathname);
    if (payload) return payloadOf(payload[1]!, searchParams.get('DPP'));
    if (pathname === '/oauth/token') return giveToken(headers, body.toString());
    if (!pathname.startsWith('/api/v2/')) return [404, problem('NaoEncontrado', 404)];
    const below = pathname.slice('/api/v2'.length);
    const [, resource = '', id, part, last] = below.split('/').map(decodeURIComponent);
    const name = resource === 'locrec' ? 'payloadlocationrec' : resource;
    const scope = `${name}.${method === 'GET' ? 'read' : 'write'}`;
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    if ((tokens.get(token) ?? 0) < Date.now()) return [401, problem('AcessoNegado', 401)];
    if (!scopes.includes(scope)) return [403, problem('AcessoNegado', 403)];
    const json = body.length > 0 ? (JSON.parse(body.toString()) as Record<string, unknown>) : {};
    switch (resource) {
      case 'cob':
      case 'cobv':
        return id === undefined
          ? listCharges(resource, searchParams)
          : changeCharge(method, { kind: resource, txid: id, json });
      case 'pix':
        if (id === undefined) return listPix(searchParams);
        return part === 'devolucao' ? returnPix(method, { e2e: id, id: last!, json }) : readPix(id);
      case 'webhook':
        return setWebhook(method, id!, json);
      case 'webhookrec':
      case 'webhookcobr':
        checkAgainst('WebhookRecSolicitado', json, `PUT /${resource}`);
        hooks.set(resource === 'webhookrec' ? 'rec' : 'cobr', json.webhookUrl as string);
        return [200, null];
      default: {
        const call = { resource, id, part, last, json, query: searchParams };
        return recurrences.route(method, call) ?? [404, problem('NaoEncontrado', 404)];
      }
    }
  }

  function giveToken(headers: IncomingMessage['headers'], body: string): Result {
    const form = new URLSearchParams(body);
    const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
    const [id, secret] = basic
      ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
      : [form.get('client_id'), form.get('client_secret')];
    if (form.get('grant_type') !== 'client_credentials') return [400, { error: 'unsupported_grant_type' }];
    if (id !== 'a-client' || secret !== 'a-secret') return [401, { error: 'invalid_client' }];
    const asked = form.get('scope')?.split(' ') ?? [];
    if (asked.some((one) => !scopes.includes(one))) return [400, { error: 'invalid_scope' }];
    const token = randomUUID();
    tokens.set(token, Date.now() + 3_600_000);
    return [200, { access_token: token, token_type: 'Bearer', expires_in: 3600, scope: scopes.join(' ') }];
  }

  function changeCharge(
    method: string,
    { kind, txid, json }: { kind: 'cob' | 'cobv'; txid: string; json: Record<string, unknown> },
  ): Result {
    const type = kind === 'cob' ? 'CobOperacaoInvalida' : 'CobVOperacaoInvalida';
    const known = charges.get(`${kind}/${txid}`);
    if (method === 'GET')
      return known
        ? [200, shown(known)]
        : [404, problem(kind === 'cob' ? 'CobNaoEncontrado' : 'CobVNaoEncontrada', 404)];
    if (method === 'PATCH') {
      checkAgainst(kind === 'cob' ? 'CobRevisada' : 'CobVRevisada', json, `PATCH ${kind}`);
      if (!known) return [404, problem('NaoEncontrado', 404)];
      if (known.status !== 'ATIVA')
        return [400, problem(type, 400, 'A cobrança não está ATIVA, e a presente requisição busca alterá-la.')];
      if (json.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR') known.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
      known.revisao += 1;
      return [200, shown(known)];
    }
    checkAgainst(kind === 'cob' ? 'CobSolicitada' : 'CobVSolicitada', json, `PUT ${kind}`);
    const wrong = wrongWith(kind, json as ChargeBody);
    if (wrong) return [400, problem(type, 400, 'A requisição não respeita o schema.', [wrong])];
    if (known && known.status !== 'ATIVA') {
      return [
        400,
        problem(type, 400, 'A cobrança já existe, não está no status ATIVA, e a presente requisição busca alterá-la.'),
      ];
    }
    const token = randomBytes(16).toString('hex');
    const charge: Charge = known
      ? { ...known, revisao: known.revisao + 1, body: json as ChargeBody }
      : {
          ...{
            kind,
            txid,
            status: 'ATIVA',
            revisao: 0,
            criacao: now().toISOString(),
            body: json as ChargeBody,
            pix: [],
          },
          location: `${LOCATION_HOST}/qr/v2/${kind === 'cobv' ? 'cobv/' : ''}${token}`,
        };
    charges.set(`${kind}/${txid}`, charge);
    return [201, shown(charge)];
  }

  function wrongWith(kind: 'cob' | 'cobv', { valor, chave, devedor, calendario }: ChargeBody): Violation | null {
    if (!/^\d{1,10}\.\d{2}$/.test(valor.original) || Number(valor.original) === 0) {
      return violation(`${kind}.valor.original`, 'apresenta o valor zero.');
    }
    if (chave !== PIX_KEY)
      return violation(`${kind}.chave`, 'corresponde a uma conta que não pertence a este usuário recebedor.');
    if (kind === 'cobv' && !devedor) return violation('cobv.devedor', 'não respeita o schema.');
    if (kind === 'cobv' && calendario.dataDeVencimento! < dayOf(now())) {
      return violation('cobv.calendario.dataDeVencimento', 'é anterior à data de criação da cobrança.');
    }
    return null;
  }

  function shown(charge: Charge): Record<string, unknown> {
    const { kind, txid, status, revisao, criacao, location, body, pix } = charge;
    const calendario = { criacao, ...body.calendario };
    const json = {
      ...body,
      ...{ calendario, txid, revisao, status, location },
      ...(givesCode
        ? { pixCopiaECola: dynamicPixPayload({ ...MERCHANT, url: location, amountCents: cents(body.valor.original) }) }
        : {}),
      loc: { id: 1, location, tipoCob: kind, criacao, txid },
      ...(kind === 'cobv' ? { recebedor: RECEIVER } : {}),
      ...(pix.length > 0 ? { pix: pix.map(shownPix) } : {}),
    };
    checkAgainst(kind === 'cob' ? 'CobCompleta' : 'CobVCompleta', json, `a ${kind} as the bank shows it`);
    return json;
  }

  function listCharges(kind: 'cob' | 'cobv', query: URLSearchParams): Result {
    const all = [...charges.values()].filter(
      (one) => one.kind === kind && isWithin(one.criacao, query) && (query.get('status') ?? one.status) === one.status,
    );
    const { entries, parametros } = paged(all, query);
    const json = { parametros, cobs: entries.map(shown) };
    checkAgainst(kind === 'cob' ? 'CobsConsultadas' : 'CobsVConsultadas', json, `GET ${kind}`);
    return [200, json];
  }

  function listPix(query: URLSearchParams): Result {
    const all = [...received.values()].filter(
      (one) =>
        isWithin(one.horario, query) &&
        (query.get('txIdPresente') !== 'true' || one.txid !== undefined) &&
        (query.get('devolucaoPresente') !== 'true' || one.devolucoes.length > 0),
    );
    const { entries, parametros } = paged(all, query);
    const json = { parametros, pix: entries.map(shownPix) };
    checkAgainst('PixConsultados', json, 'GET /pix');
    return [200, json];
  }

  function readPix(e2e: string): Result {
    const pix = received.get(e2e);
    return pix ? [200, shownPix(pix)] : [404, problem('PixNaoEncontrado', 404)];
  }

  function returnPix(
    method: string,
    { e2e, id, json }: { e2e: string; id: string; json: Record<string, unknown> },
  ): Result {
    const pix = received.get(e2e);
    const known = pix?.devolucoes.find((one) => one.id === id);
    if (method === 'GET') return known ? [200, known] : [404, problem('PixDevolucaoNaoEncontrada', 404)];
    checkAgainst('DevolucaoSolicitada', json, 'PUT devolucao');
    if (!pix) return [404, problem('PixNaoEncontrado', 404)];
    if (known)
      return [
        400,
        problem('PixDevolucaoInvalida', 400, 'A presente requisição de devolução apresenta um id já utilizado.'),
      ];
    const given = pix.devolucoes
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((sum, one) => sum + cents(one.valor), 0);
    if (given + cents(json.valor as string) > cents(pix.valor)) {
      return [
        400,
        problem('PixDevolucaoInvalida', 400, 'A presente requisição de devolução excederia o valor do pix originário.'),
      ];
    }
    const devolucao = newReturn(id, { valor: json.valor as string, natureza: 'ORIGINAL' });
    pix.devolucoes.push(devolucao);
    checkAgainst('Devolucao', devolucao, 'a return as the bank shows it');
    return [201, devolucao];
  }

  function newReturn(id: string, { valor, natureza }: { valor: string; natureza: string }): Devolucao {
    const at = now().toISOString();
    const rtrId = `D${ISPB}${at.replace(/\D/g, '').slice(0, 12)}${letters(11)}`;
    return { id, rtrId, valor, natureza, horario: { solicitacao: at }, status: 'EM_PROCESSAMENTO' };
  }

  function setWebhook(method: string, key: string, json: Record<string, unknown>): Result {
    if (method === 'GET') {
      const hook = webhooks.get(key);
      return hook ? [200, { ...hook, chave: key }] : [404, problem('NaoEncontrado', 404)];
    }
    checkAgainst('WebhookSolicitado', json, 'PUT /webhook');
    if (key !== PIX_KEY) {
      return [
        400,
        problem(
          'WebhookOperacaoInvalida',
          400,
          'A chave não corresponde a uma chave DICT pertencente a este usuário recebedor.',
        ),
      ];
    }
    webhooks.set(key, { webhookUrl: json.webhookUrl as string, criacao: now().toISOString() });
    return [200, null];
  }

  /** The signed payload at a location. @param on `YYYY-MM-DD`, the day on which its reader means to pay */
  async function payloadOf(token: string, on: string | null): Promise<string | null> {
    const charge = [...charges.values()].find(({ location }) => location.endsWith(`/${token}`));
    if (!charge) return null;
    const { kind, txid, status, revisao, criacao, body } = charge;
    const day = on ?? dayOf(now());
    const { original } = body.valor;
    const amounts = kind === 'cobv' ? amountOn(day, { ...body.valor, due: body.calendario.dataDeVencimento! }) : null;
    const payload = {
      calendario: { criacao, apresentacao: now().toISOString(), ...body.calendario },
      ...{ txid, revisao, status, chave: body.chave },
      valor: amounts ?? { original },
      ...(kind === 'cobv' ? { devedor: body.devedor, recebedor: RECEIVER } : {}),
    };
    checkAgainst(kind === 'cob' ? 'CobPayload' : 'CobVPayload', payload, 'the payload at the location');
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid!, jku: `https://${new URL(origin).host}/jwks.json` })
      .sign(privateKey);
  }

  function notify(pix: Pix): void {
    callbacks.push({ kind: 'pix', body: JSON.stringify({ pix: [shownPix(structuredClone(pix))] }) });
  }

  const recurrences = createRecurrences({
    ...{ ispb: ISPB, host: LOCATION_HOST, merchant: MERCHANT, now: () => now(), day: dayOf },
    ...{ check: checkAgainst, problem, paged },
    chargeOf(txid) {
      const charge = find(txid);
      return charge && { kind: charge.kind, location: charge.location, valor: charge.body.valor.original };
    },
    notify: (kind, body) => void callbacks.push({ kind, body: JSON.stringify(body()) }),
    receive: (pix) => void received.set(pix.endToEndId, { ...pix, devolucoes: [] }),
  });

  const find = (txid: string): Charge | null => charges.get(`cobv/${txid}`) ?? charges.get(`cob/${txid}`) ?? null;

  return {
    ...{ baseUrl: `${origin}/api/v2`, tokenUrl: `${origin}/oauth/token`, authority, client, pixKey: PIX_KEY },
    ...{ clientId: 'a-client', clientSecret: 'a-secret', requests, violations },
    failNext: (fault) => void faults.push({ times: 1, ...fault }),
    grant: (given) => void (scopes = given === 'all' ? ALL_SCOPES : given),
    revokeTokens: () => tokens.clear(),
    setClock: (clock) => void (now = clock),
    charge: find,
    recurrences: recurrences.hands,
    charges: () => [...charges.values()],

    // A payer's bank looks at the charge at the moment of the payment.
    // eslint-disable-next-line @typescript-eslint/require-await
    async pay(txid, { at = now(), valor } = {}) {
      const charge = find(txid);
      if (charge?.status !== 'ATIVA') return null;
      const { kind, body, criacao } = charge;
      const { expiracao = 86_400, dataDeVencimento = '', validadeAposVencimento = 30 } = body.calendario;
      const day = dayOf(at);
      const isOver =
        kind === 'cob'
          ? at.getTime() >= Date.parse(criacao) + expiracao * 1000
          : day > plusDays(dataDeVencimento, validadeAposVencimento);
      if (isOver) return null;
      const due = kind === 'cob' ? body.valor.original : amountOn(day, { ...body.valor, due: dataDeVencimento }).final;
      const endToEndId = `E${ISPB}${at.toISOString().replace(/\D/g, '').slice(0, 12)}${letters(11)}`;
      const pix: Pix = {
        ...{ endToEndId, txid, valor: valor ?? due, horario: at.toISOString(), devolucoes: [] },
        ...{ pagador: { nome: 'Ana Souza', cpf: '11144477735' }, infoPagador: 'obrigada, Ana' },
      };
      received.set(endToEndId, pix);
      charge.pix.push(pix);
      charge.status = 'CONCLUIDA';
      notify(pix);
      return pix;
    },

    settleReturns({ fails } = {}) {
      for (const pix of received.values()) {
        const open = pix.devolucoes.filter(({ status }) => status === 'EM_PROCESSAMENTO');
        for (const devolucao of open) {
          devolucao.status = fails === undefined ? 'DEVOLVIDO' : 'NAO_REALIZADO';
          if (fails === undefined) devolucao.horario.liquidacao = now().toISOString();
          else devolucao.motivo = fails;
        }
        if (open.length > 0) notify(pix);
      }
    },
    returnByItself(endToEndId, terms) {
      const pix = received.get(endToEndId)!;
      const devolucao = newReturn(`MED${letters(10)}`, terms);
      pix.devolucoes.push(devolucao);
      notify(pix);
    },
    removeCharge: (txid) => void (find(txid)!.status = 'REMOVIDA_PELO_PSP'),

    takeCallbacks() {
      const path = new URL(webhooks.get(PIX_KEY)?.webhookUrl ?? 'http://x/callbacks/none').pathname.split(
        '/callbacks/',
      )[1]!;
      return callbacks.splice(0).map(({ kind, body }) => ({ path: `${path}/${kind}`, body }));
    },
    async deliver({ twice = false } = {}) {
      const statuses: number[] = [];
      for (const { kind, body } of callbacks.splice(0)) {
        const url = `${kind === 'pix' ? webhooks.get(PIX_KEY)!.webhookUrl : hooks.get(kind)}/${kind}`;
        for (let time = 0; time < (twice ? 2 : 1); time += 1) {
          const headers = { 'content-type': 'application/json' };
          const { statusCode, body: answered } = await request(url, { method: 'POST', headers, body });
          await answered.dump();
          statuses.push(statusCode);
        }
      }
      return statuses;
    },
    webhookUrl: () => webhooks.get(PIX_KEY)?.webhookUrl ?? null,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      authority.remove();
    },
  };

  function shownPix(pix: Pix): Record<string, unknown> {
    const { devolucoes, ...rest } = pix;
    const json = { ...rest, ...(devolucoes.length > 0 ? { devolucoes } : {}) };
    checkAgainst('Pix', json, 'a Pix as the bank shows it');
    return json;
  }
}

const MERCHANT = { merchantName: 'Padaria Estrela', merchantCity: 'São Paulo' };
const RECEIVER = {
  ...{ nome: 'Padaria Estrela Ltda', cnpj: '11222333000181', logradouro: 'Rua das Flores, 10' },
  ...{ cidade: 'São Paulo', uf: 'SP', cep: '01310100' },
};

interface Violation {
  razao: string;
  propriedade: string;
}

function violation(propriedade: string, why: string): Violation {
  return { razao: `O campo ${propriedade} ${why}`, propriedade };
}

function problem(type: string, status: number, detail = 'Sem detalhe.', violacoes?: Violation[]) {
  return {
    type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
    ...{ title: 'Operação inválida.', status, detail },
    ...(violacoes ? { violacoes } : {}),
  };
}

function isWithin(at: string, query: URLSearchParams): boolean {
  return at >= query.get('inicio')! && at <= query.get('fim')!;
}

function paged<T>(all: T[], query: URLSearchParams) {
  const page = Number(query.get('paginacao.paginaAtual') ?? 0);
  const size = Number(query.get('paginacao.itensPorPagina') ?? 100);
  const paginacao = {
    ...{ paginaAtual: page, itensPorPagina: size, quantidadeTotalDeItens: all.length },
    quantidadeDePaginas: Math.max(1, Math.ceil(all.length / size)),
  };
  const parametros = { inicio: query.get('inicio')!, fim: query.get('fim')!, paginacao };
  return { entries: all.slice(page * size, (page + 1) * size), parametros };
}

function cents(valor: string): number {
  return Math.round(Number(valor) * 100);
}

function letters(count: number): string {
  return randomBytes(count).toString('hex').slice(0, count);
}

/** The calendar day of Brasília, which has no daylight saving. */
function dayOf(at: Date): string {
  return new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
}

function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
