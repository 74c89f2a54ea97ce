/** The methods by which an invoice can be paid; the strings are those of the wire. */
export const PAYMENT_METHODS = ['pix', 'boleto', 'card'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
