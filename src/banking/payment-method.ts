/** The methods by which an invoice can be paid; the strings are those of the wire. */
export const PAYMENT_METHODS = ['pix', 'boleto', 'card'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The answers by which methods differ. A new method is asked all of them by the type check. */
export interface MethodTraits {
  /**
   * Each invoice has a due date. After it the invoice is overdue, with the store's fine and interest where the invoice
   * names none, and it expires some days later.
   */
  hasDueDate: boolean;
  /** A charge needs the token of a card, from the payer or on file. Other charges are made without the payer. */
  takesCardToken: boolean;
  /** The payer may pay in several installments. */
  allowsInstallments: boolean;
  /** The bank adds fine and interest of the day to the amount that the charge was made with. */
  growsAtBank: boolean;
}

export const METHODS: Readonly<Record<PaymentMethod, MethodTraits>> = {
  pix: { hasDueDate: false, takesCardToken: false, allowsInstallments: false, growsAtBank: false },
  boleto: { hasDueDate: true, takesCardToken: false, allowsInstallments: false, growsAtBank: true },
  card: { hasDueDate: false, takesCardToken: true, allowsInstallments: true, growsAtBank: false },
};
