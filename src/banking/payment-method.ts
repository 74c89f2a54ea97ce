/** The methods by which an invoice can be paid; the strings are those of the wire. */
export const PAYMENT_METHODS = ['pix', 'boleto', 'card'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The ways by which money comes that no gateway collects: the store says that it has it. */
export const EXTERNAL_METHODS = ['cash', 'transfer', 'check', 'other'] as const;
export type ExternalMethod = (typeof EXTERNAL_METHODS)[number];

/** How money came. */
export const RECEIVED_BY = [...PAYMENT_METHODS, ...EXTERNAL_METHODS] as const;
export type ReceivedBy = (typeof RECEIVED_BY)[number];

/**
 * The methods by which a subscription can be paid. `pix_automatic` (Pix Automático): the payer agrees once, and the
 * payer's bank debits each charge from then on.
 */
export const SUBSCRIPTION_METHODS = [...PAYMENT_METHODS, 'pix_automatic'] as const;
export type SubscriptionMethod = (typeof SUBSCRIPTION_METHODS)[number];

/** The method of a subscription's invoices: a charge that no bank debits is paid by a Pix code. */
export function invoiceMethodOf(method: SubscriptionMethod): PaymentMethod {
  return method === 'pix_automatic' ? 'pix' : method;
}

/** The answers by which methods differ. A new method is asked all of them by the type check. */
export interface MethodTraits {
  /**
   * `always`: each invoice falls due. `when_given`: an invoice falls due if it names a day. `keeps_open`: the day only
   * keeps the invoice open until it is over. See `fallsDue`.
   */
  dueDate: 'always' | 'when_given' | 'keeps_open';
  /** A charge needs the token of a card, from the payer or on file. Other charges are made without the payer. */
  takesCardToken: boolean;
  /** The payer may pay in several installments. */
  allowsInstallments: boolean;
  /** A Pix code for the same debt may stand beside its charge. */
  mayHavePixBeside: boolean;
}

export const METHODS: Readonly<Record<PaymentMethod, MethodTraits>> = {
  pix: { dueDate: 'when_given', takesCardToken: false, allowsInstallments: false, mayHavePixBeside: false },
  boleto: { dueDate: 'always', takesCardToken: false, allowsInstallments: false, mayHavePixBeside: true },
  card: { dueDate: 'keeps_open', takesCardToken: true, allowsInstallments: true, mayHavePixBeside: false },
};

/**
 * Whether an invoice falls due: after its due date it is overdue, with the store's fine and interest where it names
 * none, and it expires some days later.
 */
export function fallsDue({ paymentMethod, dueDate }: PaymentTerms): boolean {
  const role = METHODS[paymentMethod].dueDate;
  return role === 'always' || (role === 'when_given' && dueDate !== null);
}

/** Whether a code of the invoice has a time of its own, which the store may choose. */
export function hasCodeTime({ paymentMethod, dueDate }: PaymentTerms): boolean {
  return METHODS[paymentMethod].dueDate === 'when_given' && dueDate === null;
}

/** The method that an invoice is charged by now, and those among which its payer chooses. */
export interface MethodChoice {
  paymentMethod: PaymentMethod;
  /** In the store's order; null or absent: `paymentMethod` alone. */
  paymentMethods?: readonly PaymentMethod[] | null;
}

/** The methods by which a payer can pay, in the store's order. */
export function methodsOf({ paymentMethod, paymentMethods }: MethodChoice): readonly PaymentMethod[] {
  return paymentMethods ?? [paymentMethod];
}

/** The choice as the record keeps it: null where there is a single method. */
export function severalOf(choice: MethodChoice): PaymentMethod[] | null {
  const methods = methodsOf(choice);
  return methods.length > 1 ? [...methods] : null;
}

/** The method of a choice that takes a card, or null. */
export function cardMethodOf(choice: MethodChoice): PaymentMethod | null {
  return methodsOf(choice).find((method) => METHODS[method].takesCardToken) ?? null;
}

/** Whether an invoice falls due by any of the methods among which its payer chooses. */
export function mayFallDue({ dueDate, ...choice }: MethodChoice & Pick<PaymentTerms, 'dueDate'>): boolean {
  return methodsOf(choice).some((paymentMethod) => fallsDue({ paymentMethod, dueDate }));
}

/** How an invoice is paid, and the day that it names. */
export interface PaymentTerms {
  paymentMethod: PaymentMethod;
  /** `YYYY-MM-DD`. */
  dueDate: string | null;
}
