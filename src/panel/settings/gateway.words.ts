import type { Environment } from '../../base/environment.ts';
import type { AccountFailure } from '../../gateways/payment-gateway.ts';
import { words, type AreaWords } from '../words.ts';

interface GatewayWords extends AreaWords {
  title: string;
  back: string;
  ways: string;
  states: Record<'works' | 'refused' | 'none', string>;
  noneFor: Record<Environment, string>;
  none: Record<Environment, string>;
  onlyOwners: string;
  choose: string;
  account: string;
  gateway: string;
  works: string;
  refused: string;
  collects: string;
  collectsNothing: string;
  collectsBy: string;
  collectsHint: string;
  takenOver: (method: string, gateway: string) => string;
  displayName: string;
  statementText: string;
  accountId: string;
  methods: string;
  checkedAt: string;
  endsAt: string;
  missing: (methods: string) => string;
  noMethods: string;
  failing: (gateway: string, since: string) => string;
  failures: Record<AccountFailure, string>;
  mend: string;
  mendByOwner: string;
  open: string;
  check: string;
  checkHint: string;
  access: (gateway: string) => string;
  accessHint: string;
  keys: Record<Environment, string>;
  keep: (end: string) => string;
  keepText: string;
  save: string;
  callbacks: string;
  callbacksText: string;
  address: string;
  events: (count: number) => string;
  comparisons: string;
  comparisonsHint: string;
  noComparisons: string;
  seen: (count: string) => string;
  repaired: (count: string) => string;
  nothingFound: string;
  more: (count: number) => string;
  invoice: (id: number) => string;
  remove: string;
  removeButton: string;
  removeOpen: (count: number) => string;
  removeText: string;
}

export const gatewayWords = words<GatewayWords>({
  pt: {
    title: 'Gateways de pagamento',
    back: 'Voltar às configurações da loja',
    ways: 'Por onde cada forma de pagamento é recebida',
    states: { works: 'Funcionando', refused: 'Acesso recusado', none: 'Cobranças são recusadas' },
    noneFor: { production: 'Nenhum gateway', sandbox: 'O gateway de teste do sandbox' },
    none: {
      production:
        'Uma forma de pagamento sem gateway não pode ser cobrada: a API recusa cada cobrança nova por ela com gateway_not_configured.',
      sandbox:
        'O sandbox já vem com um gateway de teste, e nada precisa ser configurado. Para experimentar um gateway de verdade, informe aqui as chaves de teste dele.',
    },
    onlyOwners: 'Só os proprietários da loja podem configurar o gateway.',
    choose: 'Gateways disponíveis',
    account: 'Conta no gateway',
    gateway: 'Gateway',
    works: 'Funcionando',
    refused: 'Acesso recusado',
    collects: 'Recebe por',
    collectsNothing: 'Nada novo: cuida do que já foi feito por esta conta',
    collectsBy: 'Receber por este gateway',
    collectsHint:
      'As cobranças novas passam a ser feitas aqui. As que já existem em outro gateway continuam lá, e o acesso a ele fica.',
    takenOver: (method, gateway) => `${method} (hoje: ${gateway})`,
    displayName: 'Nome da conta',
    statementText: 'Na fatura do cartão',
    accountId: 'Identificação da conta',
    methods: 'Pode receber por',
    checkedAt: 'Conferida em',
    endsAt: 'O certificado vence em',
    missing: (methods) =>
      `Esta conta ainda não pode receber por ${methods}. Ative no gateway e depois confira de novo; até lá, essas cobranças são recusadas.`,
    noMethods:
      'O gateway não disse por quais formas de pagamento esta conta pode receber: ou nenhuma está ativa, ou a chave não pode ler a conta.',
    failing: (gateway, since) => `${gateway} recusa o acesso desta loja desde ${since}.`,
    failures: {
      key_refused: 'A chave não é mais aceita: foi trocada, revogada ou expirou.',
      permission_missing: 'A chave não tem permissão para tudo o que é preciso.',
      not_configured: 'O acesso não existe mais.',
    },
    mend: 'Salve abaixo uma chave que funcione. Cobranças, cancelamentos e reembolsos estão esperando, e nada se perde: tudo continua sozinho em até um minuto.',
    mendByOwner:
      'Peça a um proprietário da loja que salve aqui uma chave que funcione. Cobranças, cancelamentos e reembolsos estão esperando, e nada se perde: tudo continua sozinho em até um minuto.',
    open: 'Abrir o gateway de pagamento',
    check: 'Conferir de novo',
    checkHint: 'Pergunta ao gateway se as chaves salvas funcionam e o que a conta pode receber.',
    access: (gateway) => `Acesso: ${gateway}`,
    accessHint:
      'Antes de salvar, perguntamos ao gateway se as chaves funcionam. As secretas ficam criptografadas e não são mostradas de novo.',
    keys: {
      production: 'Aqui vão as chaves de produção: o dinheiro é de verdade.',
      sandbox: 'Aqui vão as chaves de teste, que não movimentam dinheiro.',
    },
    keep: (end) => `O valor atual termina em ${end}. Deixe em branco para mantê-lo.`,
    keepText: 'Já há um valor salvo. Deixe em branco para mantê-lo.',
    save: 'Conferir e salvar',
    callbacks: 'Avisos do gateway',
    callbacksText: 'Cadastre este endereço no gateway, para que ele avise de cada pagamento, reembolso e disputa.',
    address: 'Endereço para os avisos',
    events: (count) => `Marque estes ${count} eventos`,
    comparisons: 'Comparações com o gateway',
    comparisonsHint:
      'De tempos em tempos, comparamos os nossos registros com os do gateway e completamos o que faltou. O que não dá para decidir sozinho aparece aqui.',
    noComparisons: 'Ainda não houve nenhuma comparação.',
    seen: (count) => `Cobranças vistas: ${count}`,
    repaired: (count) => `Registros completados: ${count}`,
    nothingFound: 'Nenhuma diferença.',
    more: (count) => (count === 1 ? 'E mais 1 diferença.' : `E mais ${count} diferenças.`),
    invoice: (id) => `cobrança ${id}`,
    remove: 'Remover o acesso ao gateway',
    removeButton: 'Remover o acesso',
    removeOpen: (count) => {
      if (count === 0) return 'Nenhuma cobrança está em aberto neste gateway.';
      return count === 1
        ? 'Uma cobrança está em aberto neste gateway.'
        : `${count} cobranças estão em aberto neste gateway.`;
    },
    removeText:
      'Sem o acesso, ninguém mais cuida do que foi feito por ele: o dinheiro que chegar não é registrado, e o que já foi pago não pode mais ser reembolsado por aqui.',
    acts: {
      saveGateway: {
        done: 'O gateway aceitou as chaves, e elas estão salvas.',
        log: 'Configurou o gateway de pagamento',
      },
      checkGateway: {
        done: 'O gateway aceita o acesso desta loja.',
        log: 'Conferiu o acesso ao gateway de pagamento',
      },
      removeGateway: { done: 'O acesso ao gateway foi removido.', log: 'Removeu o gateway de pagamento' },
    },
    problems: {
      required: 'Preencha este campo.',
      invalid: 'Este valor não serve: confira se foi copiado inteiro e se é deste ambiente.',
      key_refused: 'O gateway não aceita esta chave. Copie-a de novo no painel dele.',
      permission_missing:
        'Este acesso não tem as permissões necessárias: ele precisa ler e escrever tudo o que a página do gateway pede.',
      expired: 'O certificado já venceu: peça outro ao banco.',
      needs_https: 'Informe um endereço que comece com https:// e não tenha parâmetros.',
      no_certificate: 'Isto não é um certificado em PEM: cole o texto todo, de -----BEGIN CERTIFICATE----- até o fim.',
      no_key: 'Isto não é uma chave privada em PEM, ou ela tem senha: cole o texto todo, sem senha.',
      key_of_another: 'Esta chave é de outro certificado: cole a que pertence a ele.',
      host_untrusted:
        'O servidor deste endereço tem um certificado de outro nome, vencido ou de uma autoridade desconhecida: confira se o endereço é o do banco.',
      host_unknown: 'Não há servidor do banco neste endereço: confira se foi copiado inteiro.',
      no_token_here: 'O banco não dá tokens neste endereço: confira se é o endereço do token.',
      callback_refused:
        'O banco não aceita o endereço dos nossos avisos: ele precisa ser alcançado pela internet, por https.',
      unknown_key: 'O banco não conhece esta chave Pix nesta conta: informe a chave como está cadastrada.',
      'client_id.key_refused':
        'O banco não aceita este Client ID com este secret: copie os dois de novo do portal do banco.',
      'base_url.key_refused':
        'O banco dá um token e depois o recusa: confira se os dois endereços são do mesmo ambiente.',
      'certificate.key_refused':
        'O banco não aceita o certificado: ele pode ser de outro ambiente ou aplicação, ou ter sido revogado.',
      'scope.permission_missing':
        'O banco não libera tudo o que é preciso: adicione à aplicação os escopos cob, cobv, pix e webhook (ler e escrever).',
      gateway_unavailable: 'Não foi possível falar com o gateway agora. Nada foi salvo: tente de novo daqui a pouco.',
    },
  },
  en: {
    title: 'Payment gateways',
    back: 'Back to the settings of the store',
    ways: 'Where each payment method is collected',
    states: { works: 'Works', refused: 'Access refused', none: 'Invoices are refused' },
    noneFor: { production: 'No gateway', sandbox: 'The test gateway of the sandbox' },
    none: {
      production:
        'A payment method without a gateway cannot be charged: the API refuses each new invoice by it with gateway_not_configured.',
      sandbox:
        'The sandbox comes with a test gateway, and nothing needs to be set. To try a real gateway, give its test keys here.',
    },
    onlyOwners: 'Only owners of the store can set its gateway.',
    choose: 'Gateways that there are',
    account: 'Account at the gateway',
    gateway: 'Gateway',
    works: 'Works',
    refused: 'Access refused',
    collects: 'Collects by',
    collectsNothing: 'Nothing new: it looks after what was made with it',
    collectsBy: 'Collect by this gateway',
    collectsHint: 'New charges are made here. Those that another gateway has stay there, and so does the access to it.',
    takenOver: (method, gateway) => `${method} (today: ${gateway})`,
    displayName: 'Name of the account',
    statementText: 'On card statements',
    accountId: 'Id of the account',
    methods: 'Can collect by',
    checkedAt: 'Last checked',
    endsAt: 'The certificate ends on',
    missing: (methods) =>
      `This account cannot collect by ${methods} yet. Activate it at the gateway and check again; until then such charges are refused.`,
    noMethods:
      'The gateway did not say by which payment methods this account can collect: either none is active, or the key may not read the account.',
    failing: (gateway, since) => `${gateway} has refused the access of this store since ${since}.`,
    failures: {
      key_refused: 'The key is not accepted any more: it was replaced or revoked, or has expired.',
      permission_missing: 'The key may not do all that is needed.',
      not_configured: 'There is no access any more.',
    },
    mend: 'Save a key that works below. Charges, cancellations and refunds wait, and nothing is lost: all of it goes on by itself within a minute.',
    mendByOwner:
      'Ask an owner of the store to save a key that works here. Charges, cancellations and refunds wait, and nothing is lost: all of it goes on by itself within a minute.',
    open: 'Open the payment gateway',
    check: 'Check again',
    checkHint: 'Asks the gateway whether the saved keys work, and what the account can collect by.',
    access: (gateway) => `Access: ${gateway}`,
    accessHint:
      'Before anything is saved, the gateway is asked whether the keys work. Secret ones are encrypted and not shown again.',
    keys: {
      production: 'Keys of production go here: the money is real.',
      sandbox: 'Test keys go here, which move no money.',
    },
    keep: (end) => `The present one ends in ${end}. Leave it empty to keep it.`,
    keepText: 'A value is saved. Leave it empty to keep it.',
    save: 'Check and save',
    callbacks: 'Callbacks of the gateway',
    callbacksText: 'Give this address to the gateway, so that it tells of every payment, refund and dispute.',
    address: 'Address for callbacks',
    events: (count) => `Tick these ${count} events`,
    comparisons: 'Comparisons with the gateway',
    comparisonsHint:
      'Now and then our books are held against those of the gateway, and what was missed is made up for. What cannot be decided that way is shown here.',
    noComparisons: 'There has been no comparison yet.',
    seen: (count) => `Charges seen: ${count}`,
    repaired: (count) => `Made up for: ${count}`,
    nothingFound: 'No difference.',
    more: (count) => (count === 1 ? 'And 1 more.' : `And ${count} more.`),
    invoice: (id) => `invoice ${id}`,
    remove: 'Remove the access to the gateway',
    removeButton: 'Remove the access',
    removeOpen: (count) => {
      if (count === 0) return 'No charge is open at this gateway.';
      return count === 1 ? '1 charge is open at this gateway.' : `${count} charges are open at this gateway.`;
    },
    removeText:
      'Without the access nobody looks after what was made with it: money that arrives is not recorded, and what was paid can no longer be refunded from here.',
    acts: {
      saveGateway: { done: 'The gateway takes the keys, and they are saved.', log: 'Set the payment gateway' },
      checkGateway: {
        done: 'The gateway takes the access of this store.',
        log: 'Checked the access to the payment gateway',
      },
      removeGateway: { done: 'The access to the gateway is removed.', log: 'Removed the payment gateway' },
    },
    // For the others the gateway has English words of its own, which say more.
    problems: {
      required: 'Fill in this field.',
      gateway_unavailable: 'The gateway could not be asked just now. Nothing was saved: try again in a while.',
    },
  },
});
