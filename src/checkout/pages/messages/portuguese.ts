/**
 * Every text of the payer's pages, in Portuguese. The shape is the contract of the other languages: the compiler
 * refuses a language that misses a text.
 */
export const portuguese = {
  locale: 'pt-BR',
  testEnvironment: 'Ambiente de teste: nenhum dinheiro é movimentado.',
  documentTitle: (amount: string, store: string) => `Pagamento de ${amount} · ${store}`,
  sandbox: {
    title: 'Sandbox',
    text: 'Esta parte só existe no ambiente de teste: o gateway simulado avisa a loja como um de verdade faria.',
    outcomes: { confirmed: 'Simular o pagamento', refused: 'Simular uma recusa', disputed: 'Simular uma contestação' },
    cards: 'Cartões de teste',
    fill: 'Usar',
    fillWith: (card: string) => `Usar o cartão de teste: ${card}`,
    testCards: {
      approved: 'aprovado',
      refused: 'recusado',
      insufficientFunds: 'sem limite',
      expired: 'vencido',
      secondStep: 'pede confirmação do banco',
      gatewayTimeout: 'o gateway demora',
      disputed: 'aprovado e depois contestado',
    },
  },
  amountLabels: {
    due: 'Total a pagar',
    paid: 'Valor pago',
    charged: 'Valor da cobrança',
  },
  dueOn: (date: string) => `Vencimento: ${date}`,
  order: {
    title: 'Resumo',
    quantity: (quantity: string, unitPrice: string) => `${quantity} × ${unitPrice}`,
    subtotal: 'Subtotal',
    discount: 'Desconto',
    fine: 'Multa',
    interest: 'Juros',
    installmentInterest: 'Juros do parcelamento',
    total: 'Total',
    credited: 'Abatimento',
    alreadyPaid: 'Já pago',
    stillDue: 'Falta pagar',
    refunded: 'Devolvido',
    overpaid: 'Pago a mais',
    receiver: 'Quem recebe',
    phone: 'Telefone',
    method: 'Forma de pagamento',
    period: 'Período',
    dueDate: 'Vencimento',
  },
  goOn: (store: string) => `Voltar para ${store}`,
  chooseMethod: 'Como você quer pagar?',
  methods: { pix: 'Pix', boleto: 'Boleto', card: 'Cartão de crédito' },
  subscription: {
    line: (amount: string, rhythm: string) => `Assinatura: ${amount} ${rhythm}`,
    rhythm: {
      week: (count: number) => (count === 1 ? 'toda semana' : `a cada ${count} semanas`),
      month: (count: number) => (count === 1 ? 'todo mês' : `a cada ${count} meses`),
      year: (count: number) => (count === 1 ? 'todo ano' : `a cada ${count} anos`),
    },
    /** A refused card is kept too: its charge is tried again. */
    consent: ({ store, amount, rhythm, hasEnd }: { store: string; amount: string; rhythm: string; hasEnd: boolean }) =>
      'Ao enviar este cartão, você concorda que o processador de pagamentos o guarde com segurança e cobre nele, ' +
      `em cada renovação da assinatura (${rhythm}), o valor então combinado, hoje ${amount}, ` +
      `até que a assinatura ${hasEnd ? 'termine ou seja cancelada' : 'seja cancelada'}. ` +
      `Uma cobrança recusada pode ser tentada de novo. Para cancelar a assinatura, fale com a loja: ${store}.`,
    authorizes: ({
      store,
      amount,
      rhythm,
      hasEnd,
    }: {
      store: string;
      amount: string;
      rhythm: string;
      hasEnd: boolean;
    }) =>
      `Ao pagar com este código, você autoriza o seu banco a debitar, em cada renovação da assinatura (${rhythm}), o valor então combinado, hoje ${amount}, ` +
      `até que a assinatura ${hasEnd ? 'termine ou seja cancelada' : 'seja cancelada'} (Pix Automático). ` +
      `Você pode cancelar a autorização no aplicativo do seu banco. A loja: ${store}.`,
  },
  smallPrint: (store: string) => `Cobrança emitida por ${store}. Em caso de dúvida, fale com a loja.`,
  copied: 'Copiado',
  reload: 'Atualizar a página',
  alreadyPaidQuestion: 'Já pagou? A confirmação aparece aqui sozinha.',
  alreadyPaidReload: 'Já pagou? Atualize a página para ver a confirmação.',
  pix: {
    title: 'Pague com Pix',
    codeLabel: 'Código Pix copia e cola',
    copy: 'Copiar código Pix',
    qrTitle: 'Aponte a câmera do celular para o QR code',
    qrAlt: 'QR code do Pix, com o mesmo conteúdo do código copia e cola',
    validUntil: (moment: string) => `Pague até ${moment}.`,
    timeLeft: 'Tempo restante:',
    steps: [
      'Copie o código acima.',
      'No aplicativo do seu banco, escolha Pix copia e cola.',
      'Confira o valor e pague.',
    ],
    stepsTitle: 'Como pagar',
  },
  boleto: {
    title: 'Pague o boleto',
    orPix: 'Ou pague com Pix',
    scan: 'Ou aponte a câmera do aplicativo do banco para o código de barras:',
    barcodeAlt: 'Código de barras do boleto',
    oneOfTwo: 'É a mesma cobrança: o que for pago primeiro cancela o outro.',
    lineLabel: 'Linha digitável',
    copy: 'Copiar linha digitável',
    download: 'Baixar boleto (PDF)',
    stepsTitle: 'Como pagar',
    steps: [
      'Copie a linha digitável ou baixe o boleto.',
      'Pague no aplicativo do seu banco, em uma lotérica ou agência.',
      'A confirmação pode levar até um dia útil.',
    ],
  },
  card: {
    title: 'Pague com cartão',
    number: 'Número do cartão',
    holder: 'Nome como está no cartão',
    expiry: 'Validade (MM/AA)',
    cvc: 'Código de segurança (CVC)',
    cvcHint: 'Três dígitos no verso; em cartões Amex, quatro na frente.',
    details: 'Número, validade e código de segurança do cartão',
    loadAgain: 'Carregar de novo',
    installments: 'Parcelas',
    installment: (count: number, amount: string, { isFree }: { isFree: boolean }) =>
      count === 1 ? `À vista: ${amount}` : `${count}x de ${amount} ${isFree ? 'sem juros' : 'com juros'}`,
    installmentTerms: (total: string, monthly: string, annual: string) =>
      `Total de ${total}. Juros de ${monthly} ao mês; custo efetivo total (CET) de ${annual} ao ano.`,
    save: (store: string) => `Salvar este cartão em ${store}`,
    saveHint: (store: string) =>
      `O processador de pagamentos guarda o cartão, e ${store} pode cobrar nele o que você combinar depois, sem pedi-lo de novo. Peça à loja que apague o cartão quando quiser.`,
    pay: (amount: string) => `Pagar ${amount}`,
    payIn: (count: number, amount: string) => `Pagar ${count} × ${amount}`,
    sending: 'Enviando…',
    brands: 'Bandeiras aceitas',
    statement: 'Na fatura do cartão, este pagamento aparece como',
    safety: 'O número do cartão vai deste navegador direto para o processador de pagamentos. A loja não o recebe.',
    needsScript: 'Para pagar com cartão, ative o JavaScript neste navegador e atualize a página.',
    unavailable: 'O pagamento com cartão não está disponível agora. Fale com a loja.',
    problems: {
      number: 'Confira o número do cartão.',
      testCard: 'Este é um ambiente de teste: use um cartão de teste.',
      holder: 'Escreva o nome como está no cartão.',
      expiry: 'Confira a validade: mês e ano, por exemplo 08/30.',
      expired: 'Este cartão está vencido.',
      cvc: 'Confira o código de segurança.',
      amountChanged: 'O valor mudou. Nada foi cobrado: confira o novo valor e digite o cartão de novo.',
      checking: 'Verificando o navegador…',
      conflict: 'Este pagamento já está em andamento ou mudou. A página foi atualizada.',
      refused: 'Os dados não foram aceitos. Digite o cartão de novo.',
      tooMany: 'Foram muitas tentativas. Espere um minuto e tente de novo.',
      unreachable:
        'Não foi possível carregar o campo do cartão. Verifique a conexão, ou o que o bloqueia neste navegador.',
      failed: 'Não foi possível enviar o pagamento. Verifique a conexão e digite o cartão de novo.',
    },
  },
  debited: {
    title: 'Débito automático agendado',
    text: (date: string) => `O seu banco debita este valor em ${date}. Não é preciso fazer nada.`,
  },
  authorization: {
    title: 'Autorize o Pix Automático',
    lead: ({ store, amount, rhythm, hasEnd }: { store: string; amount: string; rhythm: string; hasEnd: boolean }) =>
      `Você autoriza o seu banco a debitar, em cada renovação da assinatura (${rhythm}), o valor então combinado, hoje ${amount}, ` +
      `até que a assinatura ${hasEnd ? 'termine ou seja cancelada' : 'seja cancelada'}. Nada é pago agora. A loja: ${store}.`,
    codeLabel: 'Código de autorização',
    copy: 'Copiar o código',
    until: (moment: string) => `Você pode autorizar até ${moment}.`,
    steps: [
      'Abra o aplicativo do seu banco e escolha Pix.',
      'Leia o QR Code, ou cole o código em Pix copia e cola.',
      'Confira a loja e as condições, e autorize.',
    ],
    inBank: 'O pedido está no aplicativo do seu banco: abra-o, confira a loja e as condições, e autorize.',
    preparingTitle: 'Preparando a autorização',
    preparing: 'O código fica pronto em instantes.',
    doneTitle: 'Pix Automático autorizado',
    done: 'O seu banco debita cada cobrança. Você pode cancelar a autorização no aplicativo dele.',
    endedTitle: 'Esta autorização terminou',
    ended: (store: string) => `Nada será debitado por ela. Em caso de dúvida, fale com a loja: ${store}.`,
  },
  preparing: {
    title: 'Preparando o pagamento',
    text: { pix: 'O código Pix fica pronto em instantes.', boleto: 'O boleto fica pronto em instantes.', card: '' },
  },
  processing: {
    title: 'Processando o pagamento',
    text: 'O banco está analisando o pagamento. Não pague de novo: o resultado aparece aqui.',
    withCard: (card: string) => `Cartão ${card}`,
  },
  secondStep: {
    title: 'Confirme com o seu banco',
    text: 'O seu banco pede uma confirmação para aprovar este pagamento.',
    continue: 'Continuar no site do banco',
  },
  refused: {
    title: 'Pagamento recusado',
    text: { pix: 'Peça um novo código Pix para pagar.', boleto: 'Peça um novo boleto para pagar.', card: '' },
    again: { pix: 'Gerar novo código Pix', boleto: 'Gerar novo boleto', card: 'Tentar de novo' },
    cardTitle: 'O pagamento não foi aprovado',
    cardAgain: 'Nada foi cobrado. Você pode tentar de novo abaixo.',
  },
  overdue: {
    pix: {
      title: 'Pix vencido',
      notice: (date: string, amount: string) =>
        `Este Pix venceu em ${date}, mas ainda pode ser pago. Valor de hoje: ${amount}.`,
    },
    boleto: {
      title: 'Boleto vencido',
      notice: (date: string, amount: string) =>
        `Este boleto venceu em ${date}, mas ainda pode ser pago. Valor de hoje: ${amount}.`,
    },
  },
  lapsed: {
    pix: {
      title: 'Este código Pix não pode mais ser pago',
      text: 'O prazo dele terminou. Peça um novo código com o valor de hoje.',
    },
    boleto: {
      title: 'Este boleto não pode mais ser pago',
      text: 'O prazo dele terminou. Peça um novo boleto com o valor de hoje.',
    },
  },
  refusals: {
    card_declined: 'O banco do cartão recusou o pagamento. Tente outro cartão ou fale com o seu banco.',
    insufficient_funds: 'O cartão não tem limite suficiente. Tente outro cartão ou mais parcelas.',
    expired_card: 'O cartão está vencido. Use outro cartão.',
    suspected_fraud: 'O pagamento foi recusado por segurança. Tente outro cartão ou fale com o seu banco.',
    invalid_card_token: 'Os dados do cartão não foram aceitos. Digite o cartão de novo.',
    declined_by_payer_bank: 'O seu banco recusou o pagamento. Tente de novo ou fale com o seu banco.',
    authorization_ended: 'A autorização de débito terminou. Pague com o código Pix.',
    second_step_refused: 'A confirmação com o banco não foi concluída. Tente de novo ou use outro cartão.',
    limit_exceeded: 'O cartão passou do limite de compras deste período. Tente outro cartão ou espere um pouco.',
    invalid_card_details:
      'O número, a validade ou o código de segurança está errado. Confira o cartão e digite de novo.',
    card_not_supported: 'Este cartão não serve para este tipo de compra. Use outro cartão.',
    authentication_required: 'O banco do cartão quer uma confirmação sua. Pague de novo e confirme com o banco.',
    installments_not_available: 'Este cartão não aceita esse número de parcelas. Escolha outro ou use outro cartão.',
    processing_error: 'O banco não conseguiu processar o pagamento. Tente de novo em alguns minutos.',
    invalid_payer_details: 'O seu nome, e-mail, documento ou endereço não foi aceito. Fale com a loja para corrigi-lo.',
    amount_not_allowed: 'Este valor não pode ser pago desta forma. Fale com a loja.',
    method_not_available: 'Esta forma de pagamento não está disponível agora. Fale com a loja.',
    canceled_at_gateway: 'Esta cobrança foi cancelada antes de ser paga. Tente de novo ou fale com a loja.',
    other: 'O pagamento não foi aprovado. Tente de novo ou fale com a loja.',
  },
  paid: {
    title: 'Pagamento confirmado',
    text: (store: string) => `Tudo certo: ${store} recebeu o seu pagamento.`,
    overpaidTitle: 'Pagamento confirmado, com valor a mais',
    overpaidText: (store: string, excess: string) =>
      `${store} recebeu o seu pagamento, e ${excess} a mais do que foi cobrado. Peça a devolução à loja.`,
    paidAt: (moment: string) => `Pago em ${moment}.`,
  },
  receipt: {
    download: 'Baixar o comprovante (PDF)',
    title: 'Comprovante de pagamento',
    name: 'Nome',
    document: 'Documento',
    contact: 'Contato',
    invoice: 'Cobrança',
    description: 'Descrição',
    quantity: (quantity: string) => `Item (${quantity} ×)`,
    payment: 'Pagamento',
    paymentOf: (number: number, all: number) => `Pagamento ${number} de ${all}`,
    amount: 'Valor',
    paidAt: 'Pago em',
    number: 'Nº da transação',
    endToEndId: 'ID do Pix',
    methods: { cash: 'Dinheiro', transfer: 'Transferência', check: 'Cheque', other: 'Outra forma' },
    foot: (store: string) => `Emitido por ${store}. Comprova o pagamento desta cobrança; não é nota fiscal.`,
  },
  refunded: {
    title: 'Pagamento devolvido',
    partTitle: 'Pagamento devolvido em parte',
    text: (amount: string) => `A loja devolveu ${amount}. O valor volta pela mesma forma de pagamento.`,
  },
  expired: {
    title: 'O prazo para pagar terminou',
    text: {
      pix: 'O código Pix expirou: não pague com ele. Peça um novo à loja.',
      boleto: 'Este boleto não pode mais ser pago. Peça um novo à loja.',
      card: 'O prazo desta cobrança terminou. Peça uma nova à loja.',
    },
  },
  canceled: {
    title: 'Cobrança cancelada',
    text: 'A loja cancelou esta cobrança. Não pague: se já pagou, fale com a loja.',
  },
  suspended: {
    title: 'Esta loja não pode receber pagamentos agora',
    text: 'Não pague esta cobrança por enquanto, nem com um código que você já copiou. Fale com a loja.',
  },
  notFound: {
    title: 'Página não encontrada',
    text: 'Não há cobrança neste endereço. Confira se o link está completo ou peça um novo à loja.',
  },
  unavailable: {
    title: 'Não foi possível abrir a página',
    tooManyTitle: 'Muitas tentativas',
    text: 'Algo falhou do nosso lado. Nada foi cobrado por isso. Tente de novo em instantes.',
    tooMany: 'Esta página foi aberta muitas vezes. Espere um minuto e tente de novo.',
  },
  notices: {
    not_possible: 'Isso não é mais possível: veja abaixo como está o pagamento.',
    too_many_requests: 'Foram muitas tentativas. Espere um minuto e tente de novo.',
    failed: 'Não foi possível concluir. Tente de novo em instantes.',
  },
  link: {
    lead: 'Informe os seus dados; o pagamento vem na próxima página.',
    fields: { name: 'Nome completo', email: 'E-mail', document: 'CPF ou CNPJ', coupon: 'Cupom de desconto (opcional)' },
    button: 'Continuar para o pagamento',
    privacy: (store: string) => `${store} usa estes dados para a sua cobrança e o seu recibo.`,
    overTitle: 'Esta venda terminou',
    over: (store: string) => `Não é mais possível comprar aqui. Em caso de dúvida, fale com ${store}.`,
    problems: {
      name: 'Escreva o seu nome.',
      email: 'Informe um e-mail como nome@exemplo.com.',
      document: 'Informe um CPF ou CNPJ que exista: confira os números.',
      coupon: 'Este cupom não pode ser usado.',
      coupons: {
        not_found: 'Não há cupom com este código.',
        expired: 'Este cupom não vale mais.',
        used_up: 'Este cupom já foi usado todas as vezes.',
        used_up_by_customer: 'Você já usou este cupom.',
        minimum_not_reached: 'A compra é menor do que este cupom pede.',
      },
    },
  },
  optOut: {
    title: 'Parar os lembretes',
    text: (store: string) =>
      `${store} não vai mais enviar lembretes de cobrança para você. As cobranças continuam valendo.`,
    button: 'Parar os lembretes',
    doneTitle: 'Pronto',
    doneText: (store: string) => `${store} não envia mais lembretes para você. Recibos continuam chegando.`,
  },
  challenge: {
    title: 'Banco de teste: confirme a compra',
    text: (store: string) => `${store} pede a confirmação deste pagamento.`,
    amount: 'Valor',
    confirm: 'Confirmar a compra',
    refuse: 'Recusar',
  },
};

export type Messages = typeof portuguese;
