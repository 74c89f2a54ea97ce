// Generated from the OpenAPI document by `npm run generate`. Do not edit: change the joi schemas it is made from.

import { List, orThrow } from './answers.ts';
import type { Answer, Body, CallOptions, Query, Row, WriteOptions } from './call-types.ts';
import type { FaturaClient } from './create-client.ts';

/** The calls of the API, each by its name in the reference. */
export class Calls {
  readonly #client: FaturaClient;

  constructor(client: FaturaClient) {
    this.#client = client;
  }

  /**
   * Create a customer.
   * A name and an email address are enough. Needs the scope `customers:write`.
   */
  createCustomer(body: Body<'createCustomer'>, options: WriteOptions = {}): Promise<Answer<'createCustomer'>> {
    return orThrow(
      this.#client.POST('/api/v1/customers', { params: { header: headersOf(options) }, body, ...givenUpBy(options) }),
    );
  }

  /**
   * List customers.
   * Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
   */
  listCustomers(
    query: Query<'listCustomers'> = {},
    options: CallOptions = {},
  ): List<Row<'listCustomers'>, Answer<'listCustomers'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/customers', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read a customer.
   * Archived ones are found too. Needs the scope `read`.
   */
  getCustomer(id: number, options: CallOptions = {}): Promise<Answer<'getCustomer'>> {
    return orThrow(this.#client.GET('/api/v1/customers/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Update a customer.
   * Sets the fields that are given and leaves the others. Events that happened keep the name they had. Needs the scope `customers:write`.
   */
  updateCustomer(
    id: number,
    body: Body<'updateCustomer'>,
    options: WriteOptions = {},
  ): Promise<Answer<'updateCustomer'>> {
    return orThrow(
      this.#client.PATCH('/api/v1/customers/{id}', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Archive a customer.
   * An archived customer stays readable, as its invoices need it, and gets no new ones. `PATCH` with `"active": true` brings it back. Needs the scope `customers:write`.
   */
  archiveCustomer(id: number, options: CallOptions = {}): Promise<Answer<'archiveCustomer'>> {
    return orThrow(this.#client.DELETE('/api/v1/customers/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Export the personal data of a customer.
   * Everything that is kept about the customer, for whoever asks what that is (LGPD, art. 18 and 19): invoices, payments, refunds, subscriptions, events, and which receivers were told, the oldest first. The answer is written while it is read: one that is cut off is no JSON. Needs the scope `personal_data`.
   */
  exportPersonalData(id: number, options: CallOptions = {}): Promise<Answer<'exportPersonalData'>> {
    return orThrow(
      this.#client.GET('/api/v1/customers/{id}/personal-data', { params: { path: { id } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Erase a customer.
   * For good: name, document, contact, address and labels of the customer; descriptions and labels of their invoices and subscriptions; and all of that in events, deliveries and kept answers. Amounts, dates, statuses, ids and external references of invoices stay, as books must. 409 while anything goes on: unpaid invoices, subscriptions, refunds, disputes, or a webhook that is being sent. Announces `customer.erased`. Erasing twice changes nothing. Needs the scope `personal_data`.
   */
  eraseCustomer(id: number, options: WriteOptions = {}): Promise<Answer<'eraseCustomer'>> {
    return orThrow(
      this.#client.POST('/api/v1/customers/{id}/erase', {
        params: { path: { id }, header: headersOf(options) },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Save a card of a customer.
   * The gateway keeps the card, without a charge, for invoices and subscriptions that are charged while nobody is there. The customer has to have agreed. A card that is saved already is answered as it is. A customer has at most 20. Needs the scope `payments:write`.
   */
  saveCard(id: number, body: Body<'saveCard'>, options: WriteOptions = {}): Promise<Answer<'saveCard'>> {
    return orThrow(
      this.#client.POST('/api/v1/customers/{id}/cards', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * List the saved cards of a customer.
   * Those that can be charged, newest first. Needs the scope `read`.
   */
  listSavedCards(
    id: number,
    query: Query<'listSavedCards'> = {},
    options: CallOptions = {},
  ): List<Row<'listSavedCards'>, Answer<'listSavedCards'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/customers/{id}/cards', {
        params: { path: { id }, query: { ...query, ...cursor } },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Read a saved card.
   * Never its number, nor its token. Needs the scope `read`.
   */
  getSavedCard(id: number, options: CallOptions = {}): Promise<Answer<'getSavedCard'>> {
    return orThrow(this.#client.GET('/api/v1/saved-cards/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Delete a saved card.
   * It is charged no more, and the gateway is told to forget it. 409 while a subscription charges it. Needs the scope `payments:write`.
   */
  deleteSavedCard(id: number, options: CallOptions = {}): Promise<Answer<'deleteSavedCard'>> {
    return orThrow(
      this.#client.DELETE('/api/v1/saved-cards/{id}', { params: { path: { id } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Create a product.
   * A name and a price. Invoices name products by id. Needs the scope `invoices:write`.
   */
  createProduct(body: Body<'createProduct'>, options: WriteOptions = {}): Promise<Answer<'createProduct'>> {
    return orThrow(
      this.#client.POST('/api/v1/products', { params: { header: headersOf(options) }, body, ...givenUpBy(options) }),
    );
  }

  /**
   * List products.
   * Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
   */
  listProducts(
    query: Query<'listProducts'> = {},
    options: CallOptions = {},
  ): List<Row<'listProducts'>, Answer<'listProducts'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/products', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read a product.
   * Archived ones are found too. Needs the scope `read`.
   */
  getProduct(id: number, options: CallOptions = {}): Promise<Answer<'getProduct'>> {
    return orThrow(this.#client.GET('/api/v1/products/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Update a product.
   * Sets the fields that are given and leaves the others. Invoices keep the name and price they were made with. Needs the scope `invoices:write`.
   */
  updateProduct(id: number, body: Body<'updateProduct'>, options: WriteOptions = {}): Promise<Answer<'updateProduct'>> {
    return orThrow(
      this.#client.PATCH('/api/v1/products/{id}', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Archive a product.
   * An archived product stays on the invoices that have it, and new ones cannot have it. `PATCH` with `"active": true` brings it back. Needs the scope `invoices:write`.
   */
  archiveProduct(id: number, options: CallOptions = {}): Promise<Answer<'archiveProduct'>> {
    return orThrow(this.#client.DELETE('/api/v1/products/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Create a coupon.
   * A code, and what it takes off. Invoices and subscriptions name it by its code. Its terms stay as they are: whoever redeemed it agreed on them. Needs the scope `invoices:write`.
   */
  createCoupon(body: Body<'createCoupon'>, options: WriteOptions = {}): Promise<Answer<'createCoupon'>> {
    return orThrow(
      this.#client.POST('/api/v1/coupons', { params: { header: headersOf(options) }, body, ...givenUpBy(options) }),
    );
  }

  /**
   * List coupons.
   * Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
   */
  listCoupons(
    query: Query<'listCoupons'> = {},
    options: CallOptions = {},
  ): List<Row<'listCoupons'>, Answer<'listCoupons'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/coupons', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read a coupon.
   * Archived ones are found too. Needs the scope `read`.
   */
  getCoupon(id: number, options: CallOptions = {}): Promise<Answer<'getCoupon'>> {
    return orThrow(this.#client.GET('/api/v1/coupons/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Update a coupon.
   * Sets the fields that are given and leaves the others. Code, discount and cycles cannot change: archive the coupon and create another. Needs the scope `invoices:write`.
   */
  updateCoupon(id: number, body: Body<'updateCoupon'>, options: WriteOptions = {}): Promise<Answer<'updateCoupon'>> {
    return orThrow(
      this.#client.PATCH('/api/v1/coupons/{id}', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Archive a coupon.
   * It stays where it was redeemed, and nobody redeems it any more. `PATCH` with `"active": true` brings it back. Needs the scope `invoices:write`.
   */
  archiveCoupon(id: number, options: CallOptions = {}): Promise<Answer<'archiveCoupon'>> {
    return orThrow(this.#client.DELETE('/api/v1/coupons/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Create a payment link.
   * A page with an address of its own, at which anybody buys the same. The payer gives name, e-mail and CPF or CNPJ, and gets an invoice; events of the invoice name the link as `payment_link_id`. Needs the scope `invoices:write`.
   */
  createPaymentLink(body: Body<'createPaymentLink'>, options: WriteOptions = {}): Promise<Answer<'createPaymentLink'>> {
    return orThrow(
      this.#client.POST('/api/v1/payment-links', {
        params: { header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * List payment links.
   * Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
   */
  listPaymentLinks(
    query: Query<'listPaymentLinks'> = {},
    options: CallOptions = {},
  ): List<Row<'listPaymentLinks'>, Answer<'listPaymentLinks'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/payment-links', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read a payment link.
   * Archived ones are found too. Needs the scope `read`.
   */
  getPaymentLink(id: number, options: CallOptions = {}): Promise<Answer<'getPaymentLink'>> {
    return orThrow(this.#client.GET('/api/v1/payment-links/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Update a payment link.
   * Sets the fields that are given and leaves the others. Products and method cannot change: archive the link and create another. Needs the scope `invoices:write`.
   */
  updatePaymentLink(
    id: number,
    body: Body<'updatePaymentLink'>,
    options: WriteOptions = {},
  ): Promise<Answer<'updatePaymentLink'>> {
    return orThrow(
      this.#client.PATCH('/api/v1/payment-links/{id}', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Archive a payment link.
   * Nobody buys there any more; its invoices stay. `PATCH` with `"active": true` brings it back. Needs the scope `invoices:write`.
   */
  archivePaymentLink(id: number, options: CallOptions = {}): Promise<Answer<'archivePaymentLink'>> {
    return orThrow(
      this.#client.DELETE('/api/v1/payment-links/{id}', { params: { path: { id } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Create an invoice.
   * Pix and boleto are registered at the gateway right after: their code or line is there as soon as the invoice is `pending`. A card waits for its payment. Needs the scope `invoices:write`.
   */
  createInvoice(body: Body<'createInvoice'>, options: WriteOptions = {}): Promise<Answer<'createInvoice'>> {
    return orThrow(
      this.#client.POST('/api/v1/invoices', { params: { header: headersOf(options) }, body, ...givenUpBy(options) }),
    );
  }

  /**
   * List invoices.
   * Filters go together: all of them must hold. Needs the scope `read`.
   */
  listInvoices(
    query: Query<'listInvoices'> = {},
    options: CallOptions = {},
  ): List<Row<'listInvoices'>, Answer<'listInvoices'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/invoices', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read an invoice.
   * With its lines, its attempts to be paid, and what is due today. Needs the scope `read`.
   */
  getInvoice(id: number, options: CallOptions = {}): Promise<Answer<'getInvoice'>> {
    return orThrow(this.#client.GET('/api/v1/invoices/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Update an invoice.
   * Description, external reference and metadata can change at any time. Items, method, due date, installments, discount, fine and interest can while no money has arrived: the old charge is given up and a new one is registered. Announces `invoice.updated`. Needs the scope `invoices:write`.
   */
  updateInvoice(id: number, body: Body<'updateInvoice'>, options: WriteOptions = {}): Promise<Answer<'updateInvoice'>> {
    return orThrow(
      this.#client.PATCH('/api/v1/invoices/{id}', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Give up an unpaid invoice.
   * Its charge is canceled at the gateway. Money that arrives all the same still makes it paid. Canceling twice changes nothing. Needs the scope `invoices:write`.
   */
  cancelInvoice(id: number, options: WriteOptions = {}): Promise<Answer<'cancelInvoice'>> {
    return orThrow(
      this.#client.POST('/api/v1/invoices/{id}/cancel', {
        params: { path: { id }, header: headersOf(options) },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Quote an invoice for a day.
   * With the discount, the fine and the interest of that day, and the plans of a card payment in parts: what a payer who is late, or in time for a discount, is to be asked for. Once it was paid, the amounts are those that were settled, whatever the day. Needs the scope `read`.
   */
  quoteInvoice(
    id: number,
    query: Query<'quoteInvoice'> = {},
    options: CallOptions = {},
  ): Promise<Answer<'quoteInvoice'>> {
    return orThrow(
      this.#client.GET('/api/v1/invoices/{id}/quote', { params: { path: { id }, query }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read the timeline of an invoice.
   * For people who ask why an invoice stands as it does: each step of it, and what it waits for. A page has a hundred steps. Needs the scope `read`.
   */
  getInvoiceTimeline(
    id: number,
    query: Query<'getInvoiceTimeline'> = {},
    options: CallOptions = {},
  ): List<Row<'getInvoiceTimeline'>, Answer<'getInvoiceTimeline'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/invoices/{id}/timeline', {
        params: { path: { id }, query: { ...query, ...cursor } },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Submit a payment.
   * A card's token, a saved card, or a fresh Pix code or boleto after a refusal. Never a card number. For an overdue invoice, a fresh code or boleto in place of one that can no longer be paid, for what is due today, late fees included; while an overdue one can still be paid, there is no other. For an invoice with several `payment_methods`, the one that the payer chose: a charge by another one is taken back. An abandoned invoice can be paid where the settings of the store allow it. Needs the scope `payments:write`.
   */
  submitPayment(
    id: number,
    body: Body<'submitPayment'> = {},
    options: WriteOptions = {},
  ): Promise<Answer<'submitPayment'>> {
    return orThrow(
      this.#client.POST('/api/v1/invoices/{id}/payments', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * List the payment attempts of an invoice.
   * All of them, the first one first: an invoice has at most 50. Needs the scope `read`.
   */
  listPayments(id: number, options: CallOptions = {}): Promise<Answer<'listPayments'>> {
    return orThrow(
      this.#client.GET('/api/v1/invoices/{id}/payments', { params: { path: { id } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Record money that came past the gateway.
   * Cash, a transfer or a check that the store has. The money counts at once: it settles the invoice, whose charge is taken back, or a new charge asks for the rest. A bank may take money for a charge that was on its way: it is then overpaid. Needs the scope `payments:write`.
   */
  recordExternalPayment(
    id: number,
    body: Body<'recordExternalPayment'>,
    options: WriteOptions = {},
  ): Promise<Answer<'recordExternalPayment'>> {
    return orThrow(
      this.#client.POST('/api/v1/invoices/{id}/external-payments', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Take back a payment that was recorded.
   * Of money that came past the gateway: it was a mistake, or a check was returned. An invoice that lacks the money is owed again, and a new charge asks for it. Money of a gateway goes back by a refund. Needs the scope `payments:write`.
   */
  reverseExternalPayment(
    id: number,
    body: Body<'reverseExternalPayment'>,
    options: WriteOptions = {},
  ): Promise<Answer<'reverseExternalPayment'>> {
    return orThrow(
      this.#client.POST('/api/v1/payments/{id}/reversal', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Ask for less.
   * A credit note lowers the amount that is due, and says why. A fresh code or boleto asks for the rest; a card is submitted again. An invoice of which a part was paid may be credited to nothing: it is then paid. To give up all of an invoice, cancel it or write it off; to give money back, refund it. Needs the scope `payments:write`.
   */
  createCreditNote(
    id: number,
    body: Body<'createCreditNote'>,
    options: WriteOptions = {},
  ): Promise<Answer<'createCreditNote'>> {
    return orThrow(
      this.#client.POST('/api/v1/invoices/{id}/credit-notes', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Write off what will never come.
   * The invoice is canceled, its charge is taken back, and the ledger says what was lost. Money that comes all the same counts, and takes so much of the write-off back. Needs the scope `payments:write`.
   */
  writeOffInvoice(
    id: number,
    body: Body<'writeOffInvoice'>,
    options: WriteOptions = {},
  ): Promise<Answer<'writeOffInvoice'>> {
    return orThrow(
      this.#client.POST('/api/v1/invoices/{id}/write-off', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * List the credit notes and the write-off of an invoice.
   * With the words of the store. Needs the scope `read`.
   */
  listConcessions(
    id: number,
    query: Query<'listConcessions'> = {},
    options: CallOptions = {},
  ): List<Row<'listConcessions'>, Answer<'listConcessions'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/invoices/{id}/concessions', {
        params: { path: { id }, query: { ...query, ...cursor } },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Give money back, whole or in part.
   * Never more than a payment has left. It is `pending` until the gateway decides; then `invoice.refunded` is announced, or `invoice.updated` with `refund_status: failed`. A store may ask a second person for refunds over an amount: these are answered 202, wait as `awaiting_approval`, and end as `rejected` with `refund_status: rejected` where an owner says no. Needs the scope `refunds:write`.
   */
  createRefund(
    id: number,
    body: Body<'createRefund'> = {},
    options: WriteOptions = {},
  ): Promise<Answer<'createRefund'>> {
    return orThrow(
      this.#client.POST('/api/v1/invoices/{id}/refunds', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * List the refunds of an invoice.
   * Those under way, done and failed. Needs the scope `read`.
   */
  listRefunds(
    id: number,
    query: Query<'listRefunds'> = {},
    options: CallOptions = {},
  ): List<Row<'listRefunds'>, Answer<'listRefunds'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/invoices/{id}/refunds', {
        params: { path: { id }, query: { ...query, ...cursor } },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * List refunds.
   * Those of all invoices. Of a range of times by that time, else by age. Needs the scope `read`.
   */
  listAllRefunds(
    query: Query<'listAllRefunds'> = {},
    options: CallOptions = {},
  ): List<Row<'listAllRefunds'>, Answer<'listAllRefunds'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/refunds', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read a refund.
   * To see what became of it; webhooks tell the same without asking. Needs the scope `read`.
   */
  getRefund(id: number, options: CallOptions = {}): Promise<Answer<'getRefund'>> {
    return orThrow(this.#client.GET('/api/v1/refunds/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * List disputes.
   * Those of all invoices. `invoice.disputed`, `invoice.dispute_updated` and `invoice.dispute_closed` tell the same. Needs the scope `read`.
   */
  listDisputes(
    query: Query<'listDisputes'> = {},
    options: CallOptions = {},
  ): List<Row<'listDisputes'>, Answer<'listDisputes'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/disputes', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read a dispute.
   * By the `dispute_id` of its events. Needs the scope `read`.
   */
  getDispute(id: number, options: CallOptions = {}): Promise<Answer<'getDispute'>> {
    return orThrow(this.#client.GET('/api/v1/disputes/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * List the files for the answer to a dispute.
   * Their contents are kept sealed for the gateway: nobody reads them back. Needs the scope `read`.
   */
  listDisputeFiles(id: number, options: CallOptions = {}): Promise<Answer<'listDisputeFiles'>> {
    return orThrow(
      this.#client.GET('/api/v1/disputes/{id}/files', { params: { path: { id } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Add a file to the answer to a dispute.
   * Checked by its bytes: whole, of 2 MB at most, and a PDF without scripts, other files or a password. Nothing is sent before `POST /disputes/{id}/answer`. Needs the scope `invoices:write`.
   */
  addDisputeFile(
    id: number,
    body: Body<'addDisputeFile'>,
    options: WriteOptions = {},
  ): Promise<Answer<'addDisputeFile'>> {
    return orThrow(
      this.#client.POST('/api/v1/disputes/{id}/files', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Remove a file from the answer to a dispute.
   * Before the answer is given. Needs the scope `invoices:write`.
   */
  deleteDisputeFile(id: number, options: CallOptions = {}): Promise<Answer<'deleteDisputeFile'>> {
    return orThrow(
      this.#client.DELETE('/api/v1/evidence-files/{id}', { params: { path: { id } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Answer a dispute.
   * With these words and the files that were added. The gateway takes one answer: give all that you have. `invoice.dispute_updated` tells that the answer was taken. In the sandbox, `winning_evidence` or `losing_evidence` in the words decides the dispute. Needs the scope `invoices:write`.
   */
  answerDispute(id: number, body: Body<'answerDispute'>, options: WriteOptions = {}): Promise<Answer<'answerDispute'>> {
    return orThrow(
      this.#client.POST('/api/v1/disputes/{id}/answer', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Read the balance.
   * The money of the store at its gateways: what it can have now, what comes on which day, what is disputed. Needs the scope `read`.
   */
  getBalance(options: CallOptions = {}): Promise<Answer<'getBalance'>> {
    return orThrow(this.#client.GET('/api/v1/balance', { ...givenUpBy(options) }));
  }

  /**
   * List the entries of the ledger.
   * Each movement of money is a transaction of entries that come to zero. An entry never changes: a later transaction takes one back. Needs the scope `read`.
   */
  listLedgerEntries(
    query: Query<'listLedgerEntries'> = {},
    options: CallOptions = {},
  ): List<Row<'listLedgerEntries'>, Answer<'listLedgerEntries'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/ledger', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * List the money that came in.
   * Across all invoices, each amount its own. Of a range of times by that time, else by age. `paid_at` is when the payer paid: `paid_at[gte]` and `paid_at[lt]` of a day are the money of that day. Needs the scope `read`.
   */
  listReceivedPayments(
    query: Query<'listReceivedPayments'> = {},
    options: CallOptions = {},
  ): List<Row<'listReceivedPayments'>, Answer<'listReceivedPayments'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/payments', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read a payment.
   * By its `id` in `received` or `external_payments` of an invoice, or the `payment_id` of an event. Needs the scope `read`.
   */
  getReceivedPayment(id: number, options: CallOptions = {}): Promise<Answer<'getReceivedPayment'>> {
    return orThrow(this.#client.GET('/api/v1/payments/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * List payouts.
   * The money that gateways sent to the bank account of the store. `GET /payments?payout_id=` has what is in one. Needs the scope `read`.
   */
  listPayouts(
    query: Query<'listPayouts'> = {},
    options: CallOptions = {},
  ): List<Row<'listPayouts'>, Answer<'listPayouts'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/payouts', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read a payout.
   * With the part of it that its payments and refunds do not account for. Needs the scope `read`.
   */
  getPayout(id: number, options: CallOptions = {}): Promise<Answer<'getPayout'>> {
    return orThrow(this.#client.GET('/api/v1/payouts/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Report the money of days or months.
   * What came in, what went back, what it cost, and what the bank has: from the ledger, to the cent. Needs the scope `read`.
   */
  getMoneyReport(query: Query<'getMoneyReport'>, options: CallOptions = {}): Promise<Answer<'getMoneyReport'>> {
    return orThrow(this.#client.GET('/api/v1/reports/money', { params: { query }, ...givenUpBy(options) }));
  }

  /**
   * Export a statement for a spreadsheet or accounting program.
   * The movements of the money that gateways hold. CSV and XLSX in the words of `language`; OFX 1.0.2 with an account for each gateway, whose id ends with the gateway’s name. At most 50,000 movements. Needs the scope `read`.
   */
  exportMoney(query: Query<'exportMoney'>, options: CallOptions = {}): Promise<Answer<'exportMoney'>> {
    return orThrow(this.#client.GET('/api/v1/reports/money/export', { params: { query }, ...givenUpBy(options) }));
  }

  /**
   * Read the reminder schedule.
   * How the store writes to its payers, in the environment of the token. Needs the scope `read`.
   */
  getReminderSchedule(options: CallOptions = {}): Promise<Answer<'getReminderSchedule'>> {
    return orThrow(this.#client.GET('/api/v1/reminder-schedule', { ...givenUpBy(options) }));
  }

  /**
   * Change the reminder schedule.
   * Sets what is given and leaves the rest. Invoices that are owed follow the new schedule within seconds; steps whose moment has passed remind nobody. A reminder is sent while its invoice is owed, no money of it is disputed, and its customer has not opted out. Needs the scope `invoices:write`.
   */
  updateReminderSchedule(
    body: Body<'updateReminderSchedule'>,
    options: WriteOptions = {},
  ): Promise<Answer<'updateReminderSchedule'>> {
    return orThrow(
      this.#client.PATCH('/api/v1/reminder-schedule', {
        params: { header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Preview a message.
   * Writes a message as the schedule has it now, and sends it to nobody. Needs the scope `read`.
   */
  previewMessage(body: Body<'previewMessage'> = {}, options: WriteOptions = {}): Promise<Answer<'previewMessage'>> {
    return orThrow(
      this.#client.POST('/api/v1/reminder-schedule/preview', {
        params: { header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * List messages.
   * Reminders, receipts and refund notices of all invoices. Needs the scope `read`.
   */
  listMessages(
    query: Query<'listMessages'> = {},
    options: CallOptions = {},
  ): List<Row<'listMessages'>, Answer<'listMessages'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/messages', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read a message.
   * Whether it was sent, and why not. Needs the scope `read`.
   */
  getMessage(id: number, options: CallOptions = {}): Promise<Answer<'getMessage'>> {
    return orThrow(this.#client.GET('/api/v1/messages/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Read the text of a message.
   * As it would be written now: texts are not kept. In the sandbox nobody is written to; this is what the payer would get. Needs the scope `read`.
   */
  readMessageContent(id: number, options: CallOptions = {}): Promise<Answer<'readMessageContent'>> {
    return orThrow(
      this.#client.GET('/api/v1/messages/{id}/content', { params: { path: { id } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read when an invoice reminds next.
   * The next step of the schedule, and whether the reminders are held back. Needs the scope `read`.
   */
  getInvoiceReminders(id: number, options: CallOptions = {}): Promise<Answer<'getInvoiceReminders'>> {
    return orThrow(
      this.#client.GET('/api/v1/invoices/{id}/reminders', { params: { path: { id } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Remind the payer of an invoice now.
   * Beside the steps of the schedule, and also where that is switched off. Within the quiet hours the message waits for their end. A channel reminds of an invoice once in 24 hours. Needs the scope `invoices:write`.
   */
  remindInvoice(
    id: number,
    body: Body<'remindInvoice'> = {},
    options: WriteOptions = {},
  ): Promise<Answer<'remindInvoice'>> {
    return orThrow(
      this.#client.POST('/api/v1/invoices/{id}/reminders', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Hold the reminders of an invoice.
   * Its payer is not reminded until they are resumed, as where the store has agreed on something by phone. Needs the scope `invoices:write`.
   */
  holdReminders(id: number, options: WriteOptions = {}): Promise<Answer<'holdReminders'>> {
    return orThrow(
      this.#client.POST('/api/v1/invoices/{id}/reminders/hold', {
        params: { path: { id }, header: headersOf(options) },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Let the reminders of an invoice go on.
   * From the next step on. Steps whose moment passed meanwhile are left out. Needs the scope `invoices:write`.
   */
  resumeReminders(id: number, options: WriteOptions = {}): Promise<Answer<'resumeReminders'>> {
    return orThrow(
      this.#client.POST('/api/v1/invoices/{id}/reminders/resume', {
        params: { path: { id }, header: headersOf(options) },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Start a subscription.
   * Each cycle makes an ordinary invoice, with a checkout of its own, at the prices that the products have now. Where the first one is due to be made it is in the answer as `latest_cycle`. Days are the store's; what is planned for one happens at its renewal time. Needs the scope `invoices:write`.
   */
  createSubscription(
    body: Body<'createSubscription'>,
    options: WriteOptions = {},
  ): Promise<Answer<'createSubscription'>> {
    return orThrow(
      this.#client.POST('/api/v1/subscriptions', {
        params: { header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * List subscriptions.
   * Filters go together: all of them must hold. Needs the scope `read`.
   */
  listSubscriptions(
    query: Query<'listSubscriptions'> = {},
    options: CallOptions = {},
  ): List<Row<'listSubscriptions'>, Answer<'listSubscriptions'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/subscriptions', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read a subscription.
   * With its lines, its newest cycle, and what comes next. Needs the scope `read`.
   */
  getSubscription(id: number, options: CallOptions = {}): Promise<Answer<'getSubscription'>> {
    return orThrow(this.#client.GET('/api/v1/subscriptions/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Update a subscription.
   * From the next invoice on; those that were made stay as they are. Products are taken at their present prices. With another rhythm the next charge is due when the period that was sold is over, or on the first day after it that the new anchor names, and the others are counted from there. Announces `subscription.updated`. Needs the scope `invoices:write`.
   */
  updateSubscription(
    id: number,
    body: Body<'updateSubscription'>,
    options: WriteOptions = {},
  ): Promise<Answer<'updateSubscription'>> {
    return orThrow(
      this.#client.PATCH('/api/v1/subscriptions/{id}', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Pause a subscription.
   * No invoice is made and no charge tried again. An invoice that was made early for a period that has not begun is canceled; one that is due stays owed. Charges that would be due during the pause are left out, and do not count as cycles. Needs the scope `invoices:write`.
   */
  pauseSubscription(
    id: number,
    body: Body<'pauseSubscription'> = {},
    options: WriteOptions = {},
  ): Promise<Answer<'pauseSubscription'>> {
    return orThrow(
      this.#client.POST('/api/v1/subscriptions/{id}/pause', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * End a pause, or take a planned cancellation back.
   * Due dates stay where they were: the next charge is due on the first of them from today on, today included. Needs the scope `invoices:write`.
   */
  resumeSubscription(id: number, options: WriteOptions = {}): Promise<Answer<'resumeSubscription'>> {
    return orThrow(
      this.#client.POST('/api/v1/subscriptions/{id}/resume', {
        params: { path: { id }, header: headersOf(options) },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Cancel a subscription, now or at the end of its period.
   * An invoice that was made early for a period that has not begun is canceled in either case. Money that was paid is not given back: refund its invoice. Canceling twice changes nothing. Needs the scope `invoices:write`.
   */
  cancelSubscription(
    id: number,
    body: Body<'cancelSubscription'> = {},
    options: WriteOptions = {},
  ): Promise<Answer<'cancelSubscription'>> {
    return orThrow(
      this.#client.POST('/api/v1/subscriptions/{id}/cancel', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Try unpaid charges again, now.
   * For a store that does not wait for the next attempt, or when all of them are spent: the card on file is charged once more, a Pix code or boleto that ran out is made anew, and the schedule of attempts begins again. A subscription that is past due stays so until it is paid. Needs the scope `payments:write`.
   */
  retrySubscription(
    id: number,
    body: Body<'retrySubscription'> = {},
    options: WriteOptions = {},
  ): Promise<Answer<'retrySubscription'>> {
    return orThrow(
      this.#client.POST('/api/v1/subscriptions/{id}/retry', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Ask the payer to agree to debits.
   * Of a subscription by `pix_automatic` whose authorization was refused, ran out or was canceled. A new subscription asks by itself. Announces `subscription.updated` once the payer can agree, then `subscription.authorized` or `subscription.authorization_refused`. Needs the scope `invoices:write`.
   */
  requestAuthorization(
    id: number,
    body: Body<'requestAuthorization'> = {},
    options: WriteOptions = {},
  ): Promise<Answer<'requestAuthorization'>> {
    return orThrow(
      this.#client.POST('/api/v1/subscriptions/{id}/authorization', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Cancel the agreement to debits.
   * Charges are paid by a Pix code from then on, also one whose debit was announced. To cancel twice changes nothing. Announces `subscription.authorization_canceled`. Needs the scope `invoices:write`.
   */
  cancelAuthorization(id: number, options: CallOptions = {}): Promise<Answer<'cancelAuthorization'>> {
    return orThrow(
      this.#client.DELETE('/api/v1/subscriptions/{id}/authorization', {
        params: { path: { id } },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * List the cycles of a subscription.
   * Each period with its invoice, and how far its charge has come. Needs the scope `read`.
   */
  listSubscriptionCycles(
    id: number,
    query: Query<'listSubscriptionCycles'> = {},
    options: CallOptions = {},
  ): List<Row<'listSubscriptionCycles'>, Answer<'listSubscriptionCycles'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/subscriptions/{id}/cycles', {
        params: { path: { id }, query: { ...query, ...cursor } },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Subscribe a URL to events.
   * Each webhook has a secret of its own, which signs what is sent to it. A store has up to 20 in an environment. Needs the scope `webhooks:write`.
   */
  createWebhook(body: Body<'createWebhook'>, options: WriteOptions = {}): Promise<Answer<'createWebhook'>> {
    return orThrow(
      this.#client.POST('/api/v1/webhooks', { params: { header: headersOf(options) }, body, ...givenUpBy(options) }),
    );
  }

  /**
   * List webhooks.
   * Without their secrets. Needs the scope `read`.
   */
  listWebhooks(
    query: Query<'listWebhooks'> = {},
    options: CallOptions = {},
  ): List<Row<'listWebhooks'>, Answer<'listWebhooks'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/webhooks', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read a webhook.
   * Without its secret, which is shown only when it is made or rotated. Needs the scope `read`.
   */
  getWebhook(id: number, options: CallOptions = {}): Promise<Answer<'getWebhook'>> {
    return orThrow(this.#client.GET('/api/v1/webhooks/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Update a webhook.
   * Sets the fields that are given. A delivery that is already queued is sent to the new URL, with the same bytes. `enabled: true` takes back what a 410 switched off. Needs the scope `webhooks:write`.
   */
  updateWebhook(id: number, body: Body<'updateWebhook'>, options: WriteOptions = {}): Promise<Answer<'updateWebhook'>> {
    return orThrow(
      this.#client.PATCH('/api/v1/webhooks/{id}', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Delete a webhook.
   * Nothing more is sent to it, also not what was queued. Needs the scope `webhooks:write`.
   */
  deleteWebhook(id: number, options: CallOptions = {}): Promise<Answer<'deleteWebhook'>> {
    return orThrow(this.#client.DELETE('/api/v1/webhooks/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Rotate the secret of a webhook.
   * Until the overlap has passed both secrets sign: `webhook-signature` lists both, and `X-Service-Signature-Previous` has the signature of the one before. Rotated again meanwhile, the oldest no longer signs. Needs the scope `webhooks:write`.
   */
  rotateWebhookSecret(
    id: number,
    body: Body<'rotateWebhookSecret'> = {},
    options: WriteOptions = {},
  ): Promise<Answer<'rotateWebhookSecret'>> {
    return orThrow(
      this.#client.POST('/api/v1/webhooks/{id}/rotate-secret', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * List the deliveries of a webhook.
   * Each event on its way to this webhook, and how it went. Kept for a set number of days after their end. Needs the scope `read`.
   */
  listDeliveries(
    id: number,
    query: Query<'listDeliveries'> = {},
    options: CallOptions = {},
  ): List<Row<'listDeliveries'>, Answer<'listDeliveries'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/webhooks/{id}/deliveries', {
        params: { path: { id }, query: { ...query, ...cursor } },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Read a delivery.
   * With the body as it was sent, and every attempt: what was sent and what came back. Needs the scope `read`.
   */
  getDelivery(id: number, options: CallOptions = {}): Promise<Answer<'getDelivery'>> {
    return orThrow(this.#client.GET('/api/v1/deliveries/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Send a test event.
   * Sends `webhook.test` to this webhook alone, signed and retried as any event, also while it is switched off. Needs the scope `webhooks:write`.
   */
  testWebhook(id: number, options: WriteOptions = {}): Promise<Answer<'testWebhook'>> {
    return orThrow(
      this.#client.POST('/api/v1/webhooks/{id}/test', {
        params: { path: { id }, header: headersOf(options) },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Send a delivery once more.
   * The same id and bytes with a fresh timestamp and signature, and the number of attempts of the store anew. The delivery must have ended, whether it was delivered or not. Needs the scope `webhooks:write`.
   */
  redeliver(id: number, options: WriteOptions = {}): Promise<Answer<'redeliver'>> {
    return orThrow(
      this.#client.POST('/api/v1/deliveries/{id}/redeliver', {
        params: { path: { id }, header: headersOf(options) },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Send an event once more.
   * To every webhook that is switched on and subscribes to it, also to one that did not exist when it happened. Deliveries that are under way stay as they are. Needs the scope `webhooks:write`.
   */
  redeliverEvent(id: number, options: WriteOptions = {}): Promise<Answer<'redeliverEvent'>> {
    return orThrow(
      this.#client.POST('/api/v1/events/{id}/redeliver', {
        params: { path: { id }, header: headersOf(options) },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Send everything once more that failed since a time.
   * The oldest first, a thousand at most in one request. For after an outage of the receiver. Needs the scope `webhooks:write`.
   */
  redeliverFailed(
    id: number,
    body: Body<'redeliverFailed'>,
    options: WriteOptions = {},
  ): Promise<Answer<'redeliverFailed'>> {
    return orThrow(
      this.#client.POST('/api/v1/webhooks/{id}/redeliver', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Read the retry settings.
   * How the deliveries of this store are tried again, in the environment of the token. Needs the scope `read`.
   */
  getWebhookSettings(options: CallOptions = {}): Promise<Answer<'getWebhookSettings'>> {
    return orThrow(this.#client.GET('/api/v1/webhook-settings', { ...givenUpBy(options) }));
  }

  /**
   * Change the retry settings.
   * Deliveries that wait are told: their next attempt is due as the new settings say, counted from the end of the last. One that has had all its attempts by the new settings ends. Needs the scope `webhooks:write`.
   */
  updateWebhookSettings(
    body: Body<'updateWebhookSettings'>,
    options: WriteOptions = {},
  ): Promise<Answer<'updateWebhookSettings'>> {
    return orThrow(
      this.#client.PATCH('/api/v1/webhook-settings', {
        params: { header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * List events.
   * To catch up after an outage of a receiver: what its webhook would have been sent. To hear of events without a receiver: `ending_before` the newest one that you know, and `wait`. Needs the scope `read`.
   */
  listEvents(
    query: Query<'listEvents'> = {},
    options: CallOptions = {},
  ): List<Row<'listEvents'>, Answer<'listEvents'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/events', { params: { query: { ...query, ...cursor } }, ...givenUpBy(options) }),
    );
  }

  /**
   * Read an event.
   * By its `id`, which is in every delivery of it. Needs the scope `read`.
   */
  getEvent(id: number, options: CallOptions = {}): Promise<Answer<'getEvent'>> {
    return orThrow(this.#client.GET('/api/v1/events/{id}', { params: { path: { id } }, ...givenUpBy(options) }));
  }

  /**
   * Play the payer.
   * The sandbox gateway tells the outcome by the same signed callback that a real one would send. `confirmed` and `refused` are of the charge; a card invoice without a payment under way is given a test card first. `disputed`, `dispute_won` and `dispute_lost` are of the newest payment: its bank wants it back, and decides. `refund_refused` is of the newest refund, also of one that had succeeded: the payer's bank sends the money back. Needs the scope `payments:write`.
   */
  simulatePayment(
    id: number,
    body: Body<'simulatePayment'>,
    options: WriteOptions = {},
  ): Promise<Answer<'simulatePayment'>> {
    return orThrow(
      this.#client.POST('/api/v1/sandbox/invoices/{id}/payment', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Play the gateway that pays out.
   * It sends the money that is available by the clock of the store to its bank account: payments after their fees, less refunds. A Pix is available on its day, a boleto on the next business day, a card after 30 days. Up to 1,000 payments at once. Needs the scope `payments:write`.
   */
  simulatePayout(body: Body<'simulatePayout'> = {}, options: WriteOptions = {}): Promise<Answer<'simulatePayout'>> {
    return orThrow(
      this.#client.POST('/api/v1/sandbox/payouts', {
        params: { header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Play a payer who agrees to debits, or does not.
   * Of a subscription by `pix_automatic`. `authorized`, `rejected` and `expired` answer a request; `canceled` ends an agreement, as from the app of the payer’s bank. Each debit is then made on its day, by the store’s clock, unless `POST /sandbox/invoices/{id}/payment` says before what becomes of it. Needs the scope `payments:write`.
   */
  simulateAuthorization(
    id: number,
    body: Body<'simulateAuthorization'>,
    options: WriteOptions = {},
  ): Promise<Answer<'simulateAuthorization'>> {
    return orThrow(
      this.#client.POST('/api/v1/sandbox/subscriptions/{id}/authorization', {
        params: { path: { id }, header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Read the sandbox's clock.
   * A sandbox has real time until its clock is advanced for the first time. From then on the clock stands between two advances: no code expires, and no webhook is retried, unless the clock goes on. The answer says what happens next, and how far an advance is. Needs the scope `read`.
   */
  readSandboxClock(options: CallOptions = {}): Promise<Answer<'readSandboxClock'>> {
    return orThrow(this.#client.GET('/api/v1/sandbox/clock', { ...givenUpBy(options) }));
  }

  /**
   * Advance the sandbox's clock.
   * Moves the store's time forwards, by a duration or to a moment. All that is due on the way happens in order, each thing at its own moment: due dates, expiries, trials, renewals, attempts to charge again, webhook retries. The clock goes on when a moment's charges are answered and its webhooks sent. Signatures of webhooks have real time. Read the clock until its `status` is `ready`. Needs the scope `payments:write`.
   */
  advanceSandboxClock(
    body: Body<'advanceSandboxClock'>,
    options: WriteOptions = {},
  ): Promise<Answer<'advanceSandboxClock'>> {
    return orThrow(
      this.#client.POST('/api/v1/sandbox/clock', {
        params: { header: headersOf(options) },
        body,
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Give the sandbox real time back.
   * Possible where nothing is open that happened at a moment which lies ahead of real time, and nothing is due between the clock and real time. Needs the scope `payments:write`.
   */
  removeSandboxClock(options: CallOptions = {}): Promise<Answer<'removeSandboxClock'>> {
    return orThrow(this.#client.DELETE('/api/v1/sandbox/clock', { ...givenUpBy(options) }));
  }

  /**
   * Stop the sandbox's clock.
   * Ends the advance under way at its next moment, where the clock then stands. Needs the scope `payments:write`.
   */
  stopSandboxClock(options: WriteOptions = {}): Promise<Answer<'stopSandboxClock'>> {
    return orThrow(
      this.#client.POST('/api/v1/sandbox/clock/stop', {
        params: { header: headersOf(options) },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Create an inbox.
   * A receiver for who has none yet: give its `url` to a webhook, and open its `page_url` to see what comes in and whether the signatures verify. A store has up to 10. Needs the scope `webhooks:write`.
   */
  createInbox(options: WriteOptions = {}): Promise<Answer<'createInbox'>> {
    return orThrow(
      this.#client.POST('/api/v1/sandbox/inboxes', { params: { header: headersOf(options) }, ...givenUpBy(options) }),
    );
  }

  /**
   * List inboxes.
   * Those of the store. Needs the scope `read`.
   */
  listInboxes(
    query: Query<'listInboxes'> = {},
    options: CallOptions = {},
  ): List<Row<'listInboxes'>, Answer<'listInboxes'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/sandbox/inboxes', {
        params: { query: { ...query, ...cursor } },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * List what came to an inbox.
   * The last 100 requests, with whether their signatures verify. `created_at` is when they came. Needs the scope `read`.
   */
  listInboxMessages(
    id: number,
    query: Query<'listInboxMessages'> = {},
    options: CallOptions = {},
  ): List<Row<'listInboxMessages'>, Answer<'listInboxMessages'>> {
    return new List((cursor) =>
      this.#client.GET('/api/v1/sandbox/inboxes/{id}/messages', {
        params: { path: { id }, query: { ...query, ...cursor } },
        ...givenUpBy(options),
      }),
    );
  }

  /**
   * Delete an inbox.
   * With everything that came to it. Webhooks with its URL are then answered 404. Needs the scope `webhooks:write`.
   */
  deleteInbox(id: number, options: CallOptions = {}): Promise<Answer<'deleteInbox'>> {
    return orThrow(
      this.#client.DELETE('/api/v1/sandbox/inboxes/{id}', { params: { path: { id } }, ...givenUpBy(options) }),
    );
  }
}

function headersOf({ idempotencyKey }: WriteOptions): { 'Idempotency-Key'?: string } {
  return idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
}

function givenUpBy({ signal }: CallOptions): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
