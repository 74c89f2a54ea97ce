import { words, type AreaWords } from '../words.ts';
import type { DISCOUNTS, LATE_FEES } from './invoice-form.ts';

export interface NewInvoiceWords extends AreaWords {
  title: string;
  create: string;
  who: string;
  customer: string;
  customerHint: string;
  newCustomer: string;
  newCustomerHint: string;
  name: string;
  email: string;
  document: string;
  documentHint: string;
  phone: string;
  phoneHint: string;
  lines: string;
  linesHint: string;
  item: (number: number) => string;
  quantity: (number: number) => string;
  price: (number: number) => string;
  priceHint: string;
  addLine: string;
  payment: string;
  method: string;
  also: string;
  dueDate: string;
  dueDateHint: string;
  installments: string;
  offerCardSaving: string;
  more: string;
  adjustments: Record<(typeof DISCOUNTS)[number] | (typeof LATE_FEES)[number], string>;
  discount: string;
  discountValue: string;
  discountUntil: string;
  discountUntilHint: string;
  coupon: string;
  couponHint: string;
  fine: string;
  fineValue: string;
  interest: string;
  interestValue: string;
  interestHint: string;
  labels: string;
  description: string;
  descriptionHint: string;
  reference: string;
  referenceHint: string;
  outline: string;
  outlineEmpty: string;
  withoutScript: string;
  subtotal: string;
  discountOff: string;
  total: string;
  dueOn: (day: string) => string;
  preview: string;
}

export const newInvoiceWords = words<NewInvoiceWords>({
  pt: {
    title: 'Nova cobrança',
    create: 'Criar a cobrança',
    who: 'Cliente',
    customer: 'Cliente',
    customerHint: 'Digite o nome, o e-mail, o CPF ou o CNPJ, e escolha da lista.',
    newCustomer: 'É um cliente novo',
    newCustomerHint: 'Deixe o campo acima em branco: o cliente é cadastrado com a cobrança.',
    name: 'Nome',
    email: 'E-mail',
    document: 'CPF ou CNPJ',
    documentHint: 'Para boleto é obrigatório.',
    phone: 'Telefone',
    phoneHint: 'Com o código do país: +55 11 99999-0000.',
    lines: 'Itens',
    linesHint: 'Escolha um produto da lista, ou escreva o que é e quanto custa.',
    item: (number) => `Item ${number}`,
    quantity: (number) => `Qtd. ${number}`,
    price: (number) => `Preço ${number} (R$)`,
    priceHint: 'Para um produto da lista, o preço fica em branco.',
    addLine: '+ Item',
    payment: 'Pagamento',
    method: 'Forma de pagamento',
    also: 'O pagador também pode escolher',
    dueDate: 'Vencimento',
    dueDateHint: 'Em branco: o boleto vence como nas configurações da loja; Pix e cartão não vencem.',
    installments: 'Parcelas, no máximo',
    offerCardSaving: 'Perguntar ao pagador se a loja pode guardar o cartão',
    more: 'Desconto, multa e juros',
    adjustments: {
      ...{ none: 'Nenhum', percentage: 'Porcentagem (%)', fixed: 'Valor fixo (R$)' },
      store: 'Como nas configurações da loja',
    },
    discount: 'Desconto',
    discountValue: 'Valor do desconto',
    discountUntil: 'Só para quem paga até',
    discountUntilHint: 'Em branco: sempre.',
    coupon: 'Código de um cupom',
    couponHint: 'Em vez de um desconto.',
    fine: 'Multa por atraso',
    fineValue: 'Valor da multa',
    interest: 'Juros por dia de atraso',
    interestValue: 'Valor dos juros por dia',
    interestHint: '1 % ao mês são 0,0333 % por dia.',
    labels: 'Identificação',
    description: 'Descrição',
    descriptionHint: 'O pagador a vê. Opcional.',
    reference: 'Referência externa',
    referenceHint: 'O número do pedido no seu sistema. Opcional.',
    outline: 'O que o pagador verá',
    outlineEmpty: 'Acrescente um item para ver o total.',
    withoutScript: 'Sem JavaScript, o total aparece depois de criada a cobrança.',
    subtotal: 'Subtotal',
    discountOff: 'Desconto',
    total: 'Total',
    dueOn: (day) => `Vence em ${day}`,
    preview: 'Prévia da página de pagamento',
    acts: { createInvoice: { done: 'Cobrança criada.', log: 'Criou uma cobrança' } },
    problems: {
      'customer.any.required': 'Escolha um cliente da lista, ou informe um cliente novo.',
      customer_or_new: 'Escolha um cliente da lista ou informe um novo, e não os dois.',
      'customer.not_found': 'A loja não tem este cliente: escolha outro da lista.',
      'customer.required':
        'O gateway precisa de mais dados deste cliente, como CPF ou CNPJ e endereço: complete o cadastro dele.',
      'customer_document.required': 'O gateway precisa do CPF ou CNPJ.',
      amount_not_allowed: 'O gateway não aceita este valor por esta forma de pagamento.',
      too_precise: 'O gateway aceita no máximo duas casas decimais.',
      too_late: 'Esta data é tarde demais para o gateway: escolha uma anterior.',
      archived: 'Está arquivado: reative-o ou escolha outro.',
      erased: 'Os dados deste cliente foram apagados: escolha outro.',
      not_found: 'A loja não tem este produto: escolha outro da lista.',
      price_missing: 'Informe o preço, ou escolha um produto da lista.',
      product_price: 'O produto tem o seu preço: apague este, ou escreva o item sem o número do produto.',
      'item.long': 'Use no máximo 200 caracteres.',
      'document.invalid': 'Informe um CPF ou CNPJ que exista.',
      'phone.invalid': 'Informe o telefone com o código do país, como +55 11 99999-0000.',
      'coupon.invalid': 'Isto não é um código de cupom.',
      'coupon.not_found': 'A loja não tem um cupom ativo com este código.',
      'coupon.not_allowed': 'Um cupom ou um desconto, e não os dois.',
      expired: 'O prazo deste cupom acabou.',
      used_up: 'Este cupom já foi usado quantas vezes podia.',
      used_up_by_customer: 'Este cliente já usou este cupom quantas vezes podia.',
      minimum_not_reached: 'A cobrança é menor do que este cupom pede.',
      discount_too_large: 'Não sobra nada a pagar: informe um desconto menor.',
      total_too_large: 'O total passa do maior valor de uma cobrança.',
      'fixed.invalid': 'Informe um valor como 15,50, maior que zero.',
      'percentage.invalid': 'Informe uma porcentagem maior que 0 e até 100, com até quatro casas decimais.',
      in_the_past: 'Este dia já passou.',
      too_far: 'Este dia está longe demais: use no máximo cinco anos.',
      'due_date.required': 'Informe o vencimento: a multa e os juros contam a partir dele.',
      'installments.not_allowed': 'Parcelas são só para cartão.',
      gateway_not_configured: 'Nenhum gateway da loja recebe por esta forma de pagamento: veja Loja, Gateway.',
    },
  },
  en: {
    title: 'New invoice',
    create: 'Create the invoice',
    who: 'Customer',
    customer: 'Customer',
    customerHint: 'Type a name, an e-mail address, a CPF or a CNPJ, and choose from the list.',
    newCustomer: 'This is a new customer',
    newCustomerHint: 'Leave the field above empty: the customer is made with the invoice.',
    name: 'Name',
    email: 'E-mail',
    document: 'CPF or CNPJ',
    documentHint: 'A boleto needs it.',
    phone: 'Phone',
    phoneHint: 'With the code of the country: +55 11 99999-0000.',
    lines: 'Items',
    linesHint: 'Choose a product of the list, or write the name of a thing and its price.',
    item: (number) => `Item ${number}`,
    quantity: (number) => `Qty ${number}`,
    price: (number) => `Price ${number} (R$)`,
    priceHint: 'Leave the price of a product of the list empty.',
    addLine: '+ Item',
    payment: 'Payment',
    method: 'Payment method',
    also: 'The payer may also choose',
    dueDate: 'Due date',
    dueDateHint: 'Empty: a boleto is due as in the settings of the store; Pix and card are not due.',
    installments: 'Installments at most',
    offerCardSaving: 'Ask the payer if the store may keep the card',
    more: 'Discount, fine and interest',
    adjustments: {
      ...{ none: 'None', percentage: 'Percentage (%)', fixed: 'Fixed amount (R$)' },
      store: 'As in the settings of the store',
    },
    discount: 'Discount',
    discountValue: 'Value of the discount',
    discountUntil: 'Only when it is paid until',
    discountUntilHint: 'Empty: always.',
    coupon: 'Code of a coupon',
    couponHint: 'In place of a discount.',
    fine: 'Fine when it is late',
    fineValue: 'Value of the fine',
    interest: 'Interest for each day late',
    interestValue: 'Value of the interest a day',
    interestHint: '1 % a month is 0.0333 % a day.',
    labels: 'Labels',
    description: 'Description',
    descriptionHint: 'The payer sees it. Optional.',
    reference: 'External reference',
    referenceHint: 'The number of the order in your system. Optional.',
    outline: 'What the payer will see',
    outlineEmpty: 'Add an item to see the total.',
    withoutScript: 'Without JavaScript, the total is shown once the invoice is made.',
    subtotal: 'Subtotal',
    discountOff: 'Discount',
    total: 'Total',
    dueOn: (day) => `Due on ${day}`,
    preview: 'Preview of the checkout',
    acts: { createInvoice: { done: 'The invoice is created.', log: 'Created an invoice' } },
    problems: {
      'customer.any.required': 'Choose a customer of the list, or give a new one.',
      customer_or_new: 'Choose a customer of the list or give a new one, and not both.',
      'customer.not_found': 'The store has no such customer: choose another of the list.',
      'customer.required':
        'The gateway needs more of this customer, such as CPF or CNPJ and an address: complete the data of the customer.',
      'customer_document.required': 'The gateway needs the CPF or CNPJ.',
      amount_not_allowed: 'The gateway does not take this amount by this payment method.',
      too_precise: 'The gateway takes two decimals at most.',
      too_late: 'This day is too late for the gateway: choose an earlier one.',
      archived: 'It is archived: bring it back or choose another.',
      erased: 'The data of this customer were erased: choose another.',
      not_found: 'The store has no such product: choose another of the list.',
      price_missing: 'Give the price, or choose a product of the list.',
      product_price: 'The product has its price: delete this one, or write the item without the number of the product.',
      'item.long': 'Use at most 200 characters.',
      'document.invalid': 'Give a CPF or CNPJ that exists.',
      'phone.invalid': 'Give the phone with the code of the country, like +55 11 99999-0000.',
      'coupon.invalid': 'This is no code of a coupon.',
      'coupon.not_found': 'The store has no active coupon with this code.',
      'coupon.not_allowed': 'A coupon or a discount, and not both.',
      expired: 'This coupon has run out.',
      used_up: 'This coupon was used as often as it can be.',
      used_up_by_customer: 'This customer used this coupon as often as is allowed.',
      minimum_not_reached: 'The invoice is smaller than this coupon asks for.',
      discount_too_large: 'It leaves nothing to pay: give a smaller discount.',
      total_too_large: 'The total is more than an invoice can ask for.',
      'fixed.invalid': 'Give an amount like 15.50, over zero.',
      'percentage.invalid': 'Give a percentage over 0 and up to 100, with at most four decimals.',
      in_the_past: 'This day is over.',
      too_far: 'This day is too far away: give at most five years.',
      'due_date.required': 'Give the due date: fine and interest count from it.',
      'installments.not_allowed': 'Installments are for payments by card alone.',
      gateway_not_configured: 'No gateway of the store takes this payment method: see Store, Gateway.',
    },
  },
});
