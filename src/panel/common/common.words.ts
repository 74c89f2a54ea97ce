import type { Environment } from '../../base/environment.ts';
import type { InvoiceStatus } from '../../invoices/state-machine.ts';
import type { SubscriptionMethod, ReceivedBy } from '../../banking/payment-method.ts';
import type { Role } from '../../accounts/people/roles.ts';
import type { PanelLanguage } from '../../accounts/people/person.entity.ts';
import type { Unit } from '../periods.ts';
import type { Section } from '../sections.ts';

/** The words that every page of the panel may say. */
export interface CommonWords {
  skip: string;
  navigation: string;
  platform: string;
  sections: Record<Section, string>;
  environments: Record<Environment, string>;
  sandboxNotice: string;
  clock: Record<'label' | 'realTime' | 'stands' | 'advancing' | 'day' | 'week' | 'next' | 'more', string>;
  environmentSwitch: string;
  suspended: string;
  stores: string;
  signOut: string;
  signedInAs: string;
  roles: Record<Role, string>;
  methods: Record<SubscriptionMethod | ReceivedBy, string>;
  statuses: Record<InvoiceStatus, string>;
  save: string;
  cancel: string;
  filter: string;
  search: string;
  /** The field that finds in all of a store. */
  searchAll: string;
  /** Units of time, of any number of them. */
  units: Record<Unit, string>;
  clear: string;
  all: string;
  newer: string;
  older: string;
  pages: string;
  yes: string;
  no: string;
  never: string;
  none: string;
  copy: string;
  copied: string;
  /** Acts on several rows of a list. */
  several: {
    title: string;
    done: (done: number, all: number) => string;
    refused: string;
    back: string;
    tickAll: string;
    tick: (row: string) => string;
    ticked: string;
  };
  columns: string;
  skipToList: string;
  optional: string;
  showOnce: string;
  /** In place of the name of a customer who was erased. */
  erasedCustomer: string;
  problems: (count: number) => string;
  doneAlready: string;
  stepUp: {
    why: string;
    code: string;
    codeHint: string;
    passkey: string;
    failed: string;
    whyPassword: string;
    password: string;
  };
  factorUntil: (moment: string) => string;
  setUpFactor: string;
  errors: {
    notFound: { title: string; text: string };
    linkNotFound: { title: string; text: string };
    forbidden: { title: string; text: string };
    forged: { title: string; text: string };
    tooMany: { title: string; text: string };
    tooLarge: { title: string; text: string };
    suspended: { title: string; text: string };
    refused: { title: string };
    unavailable: { title: string; text: string };
    home: string;
    code: string;
  };
}

export const COMMON_WORDS: Readonly<Record<PanelLanguage, CommonWords>> = {
  pt: {
    skip: 'Ir para o conteúdo',
    navigation: 'Navegação principal',
    platform: 'Plataforma',
    sections: {
      overview: 'Visão geral',
      invoices: 'Cobranças',
      money: 'Dinheiro',
      reminders: 'Lembretes',
      subscriptions: 'Assinaturas',
      customers: 'Clientes',
      products: 'Produtos',
      coupons: 'Cupons',
      links: 'Links',
      webhooks: 'Webhooks',
      clock: 'Relógio',
      tokens: 'Tokens da API',
      settings: 'Loja',
      people: 'Pessoas',
      security: 'Segurança',
      audit: 'Registro de alterações',
      account: 'Minha conta',
      platformStores: 'Lojas',
      platformHealth: 'Saúde',
      platformAudit: 'Registro da plataforma',
    },
    environments: { production: 'Produção', sandbox: 'Sandbox' },
    sandboxNotice: 'Sandbox: ambiente de teste. Nenhum dinheiro é movimentado.',
    clock: {
      ...{ label: 'O relógio da loja:', realTime: 'tempo real', stands: 'parado', advancing: 'avançando…' },
      ...{ day: '+1 dia', week: '+1 semana', next: 'Próximo acontecimento', more: 'Relógio do sandbox' },
    },
    environmentSwitch: 'Ambiente',
    suspended: 'Esta loja está suspensa: a API responde 403, e só é possível revogar acessos.',
    stores: 'Suas lojas',
    signOut: 'Sair',
    signedInAs: 'Conectado como',
    roles: { owner: 'Proprietário', developer: 'Desenvolvedor', support: 'Atendimento' },
    methods: {
      ...{ pix: 'Pix', boleto: 'Boleto', card: 'Cartão', pix_automatic: 'Pix Automático' },
      ...{ cash: 'Dinheiro', transfer: 'Transferência', check: 'Cheque', other: 'Outra forma' },
    },
    statuses: {
      open: 'Aberta',
      pending: 'Aguardando pagamento',
      overdue: 'Vencida',
      paid: 'Paga',
      refused: 'Recusada',
      partially_refunded: 'Reembolsada em parte',
      refunded: 'Reembolsada',
      expired: 'Expirada',
      abandoned: 'Abandonada',
      canceled: 'Cancelada',
    },
    save: 'Salvar',
    cancel: 'Cancelar',
    filter: 'Filtrar',
    search: 'Buscar',
    searchAll: 'Buscar na loja (tecla /)',
    units: { second: 'segundos', minute: 'minutos', hour: 'horas', day: 'dias' },
    clear: 'Limpar filtros',
    all: 'Todos',
    newer: 'Mais recentes',
    older: 'Mais antigos',
    pages: 'Páginas',
    yes: 'Sim',
    no: 'Não',
    never: 'Nunca',
    none: 'Nenhum',
    copy: 'Copiar',
    copied: 'Copiado',
    several: {
      title: 'Nem tudo foi possível',
      done: (done, all) => `${done} de ${all}: feito.`,
      refused: 'Ficaram como estavam',
      back: 'Voltar à lista',
      tickAll: 'Marcar todas as linhas da página',
      tick: (row) => `Marcar: ${row}`,
      ticked: 'Com as marcadas:',
    },
    columns: 'Colunas',
    skipToList: 'Ir para a lista',
    optional: 'opcional',
    erasedCustomer: 'Cliente apagado',
    showOnce: 'Copie agora: isto não será mostrado de novo.',
    problems: (count) => (count === 1 ? 'Há um problema neste formulário' : `Há ${count} problemas neste formulário`),
    stepUp: {
      why: 'Confirme que é você: isto pede o segundo fator.',
      code: 'Código',
      codeHint: 'Os seis dígitos do aplicativo, ou um código de recuperação.',
      passkey: 'Usar a chave de acesso',
      failed: 'A chave de acesso não foi usada. Tente de novo, ou informe um código.',
      whyPassword: 'Confirme que é você: faz mais de dez minutos que você entrou.',
      password: 'Senha atual',
    },
    factorUntil: (moment) => `A sua conta precisa de um segundo fator até ${moment}.`,
    setUpFactor: 'Configurar agora',
    doneAlready: 'Isto já tinha sido feito. O formulário foi enviado duas vezes; só o primeiro envio valeu.',
    errors: {
      linkNotFound: {
        title: 'Este link não vale mais',
        text: 'Ele já foi usado, foi substituído ou venceu. Peça um novo: um convite a quem convidou você, ou uma nova senha em “Esqueci a senha”.',
      },
      notFound: { title: 'Página não encontrada', text: 'Não há nada neste endereço, ou não é de uma loja sua.' },
      forbidden: { title: 'Sem permissão', text: 'O seu papel nesta loja não permite isto. Peça a um proprietário.' },
      forged: {
        title: 'Formulário recusado',
        text: 'Ele veio de outro site ou de uma sessão que terminou. Abra a página de novo e envie por ela. Nada foi alterado.',
      },
      tooMany: { title: 'Muitas solicitações', text: 'Espere um pouco e tente de novo.' },
      tooLarge: { title: 'Arquivo grande demais', text: 'O formulário passou do tamanho aceito. Nada foi alterado.' },
      suspended: { title: 'Loja suspensa', text: 'Enquanto a loja estiver suspensa, só é possível revogar acessos.' },
      refused: { title: 'Não foi possível' },
      unavailable: { title: 'Algo deu errado do nosso lado', text: 'Tente de novo em instantes.' },
      home: 'Ir para o início',
      code: 'Código',
    },
  },
  en: {
    skip: 'Skip to content',
    navigation: 'Main navigation',
    platform: 'Platform',
    sections: {
      overview: 'Overview',
      invoices: 'Invoices',
      money: 'Money',
      reminders: 'Reminders',
      subscriptions: 'Subscriptions',
      customers: 'Customers',
      products: 'Products',
      coupons: 'Coupons',
      links: 'Links',
      webhooks: 'Webhooks',
      clock: 'Clock',
      tokens: 'API tokens',
      settings: 'Store',
      people: 'People',
      security: 'Security',
      audit: 'Audit log',
      account: 'My account',
      platformStores: 'Stores',
      platformHealth: 'Health',
      platformAudit: 'Platform log',
    },
    environments: { production: 'Production', sandbox: 'Sandbox' },
    sandboxNotice: 'Sandbox: a test environment. No money is moved.',
    clock: {
      ...{ label: "The store's clock:", realTime: 'real time', stands: 'stands', advancing: 'advancing…' },
      ...{ day: '+1 day', week: '+1 week', next: 'The next thing', more: "The sandbox's clock" },
    },
    environmentSwitch: 'Environment',
    suspended: 'This store is suspended: the API answers 403, and access can only be taken away.',
    stores: 'Your stores',
    signOut: 'Sign out',
    signedInAs: 'Signed in as',
    roles: { owner: 'Owner', developer: 'Developer', support: 'Support' },
    methods: {
      ...{ pix: 'Pix', boleto: 'Boleto', card: 'Card', pix_automatic: 'Pix Automático' },
      ...{ cash: 'Cash', transfer: 'Transfer', check: 'Check', other: 'Another way' },
    },
    statuses: {
      open: 'Open',
      pending: 'Awaiting payment',
      overdue: 'Overdue',
      paid: 'Paid',
      refused: 'Refused',
      partially_refunded: 'Partly refunded',
      refunded: 'Refunded',
      expired: 'Expired',
      abandoned: 'Abandoned',
      canceled: 'Canceled',
    },
    save: 'Save',
    cancel: 'Cancel',
    filter: 'Filter',
    search: 'Search',
    searchAll: 'Search the store (key /)',
    units: { second: 'seconds', minute: 'minutes', hour: 'hours', day: 'days' },
    clear: 'Clear filters',
    all: 'All',
    newer: 'Newer',
    older: 'Older',
    pages: 'Pages',
    yes: 'Yes',
    no: 'No',
    never: 'Never',
    none: 'None',
    copy: 'Copy',
    copied: 'Copied',
    several: {
      title: 'Not all of it was possible',
      done: (done, all) => `${done} of ${all}: done.`,
      refused: 'These stayed as they were',
      back: 'Back to the list',
      tickAll: 'Tick every row of the page',
      tick: (row) => `Tick: ${row}`,
      ticked: 'With those that are ticked:',
    },
    columns: 'Columns',
    skipToList: 'Skip to the list',
    optional: 'optional',
    erasedCustomer: 'Erased customer',
    showOnce: 'Copy it now: it will not be shown again.',
    problems: (count) => (count === 1 ? 'There is a problem in this form' : `There are ${count} problems in this form`),
    stepUp: {
      why: 'Confirm that it is you: this asks for your second factor.',
      code: 'Code',
      codeHint: 'The six digits of your app, or a recovery code.',
      passkey: 'Use your passkey',
      failed: 'The passkey was not used. Try again, or give a code.',
      whyPassword: 'Confirm that it is you: you signed in more than ten minutes ago.',
      password: 'Current password',
    },
    factorUntil: (moment) => `Your account needs a second factor until ${moment}.`,
    setUpFactor: 'Set it up now',
    doneAlready: 'This had been done already: the form came twice and acted once.',
    errors: {
      linkNotFound: {
        title: 'This link no longer works',
        text: 'It was used already, was replaced, or has expired. Ask for a new one: an invitation from who invited you, or a new password under “I forgot my password”.',
      },
      notFound: {
        title: 'Page not found',
        text: 'There is nothing at this address, or it is not of a store of yours.',
      },
      forbidden: { title: 'Not allowed', text: 'Your role in this store does not allow this. Ask an owner.' },
      forged: {
        title: 'Form refused',
        text: 'It came from another site, or from a session that has ended. Open the page again and send it from there. Nothing was changed.',
      },
      tooMany: { title: 'Too many requests', text: 'Wait a little and try again.' },
      tooLarge: { title: 'File too large', text: 'The form is larger than what is accepted. Nothing was changed.' },
      suspended: { title: 'Store suspended', text: 'While the store is suspended, access can only be taken away.' },
      refused: { title: 'This was not possible' },
      unavailable: { title: 'Something went wrong on our side', text: 'Try again in a moment.' },
      home: 'Go to the start',
      code: 'Code',
    },
  },
};
