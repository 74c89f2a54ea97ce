// Generated from the OpenAPI document by `npm run generate`. Do not edit: change the joi schemas it is made from.

export interface paths {
  '/api/v1/customers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List customers
     * @description Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
     */
    get: operations['listCustomers'];
    put?: never;
    /**
     * Create a customer
     * @description A name and an email address are enough. Needs the scope `customers:write`.
     */
    post: operations['createCustomer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/customers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a customer
     * @description Archived ones are found too. Needs the scope `read`.
     */
    get: operations['getCustomer'];
    put?: never;
    post?: never;
    /**
     * Archive a customer
     * @description An archived customer stays readable, as its invoices need it, and gets no new ones. `PATCH` with `"active": true` brings it back. Needs the scope `customers:write`.
     */
    delete: operations['archiveCustomer'];
    options?: never;
    head?: never;
    /**
     * Update a customer
     * @description Sets the fields that are given and leaves the others. Events that happened keep the name they had. Needs the scope `customers:write`.
     */
    patch: operations['updateCustomer'];
    trace?: never;
  };
  '/api/v1/customers/{id}/personal-data': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the personal data of a customer
     * @description Everything that is kept about the customer, for whoever asks what that is (LGPD, art. 18 and 19): invoices, payments, refunds, subscriptions, events, and which receivers were told, the oldest first. The answer is written while it is read: one that is cut off is no JSON. Needs the scope `personal_data`.
     */
    get: operations['exportPersonalData'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/customers/{id}/erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erase a customer
     * @description For good: name, document, contact, address and labels of the customer; descriptions and labels of their invoices and subscriptions; and all of that in events, deliveries and kept answers. Amounts, dates, statuses, ids and external references of invoices stay, as books must. 409 while anything goes on: unpaid invoices, subscriptions, refunds, disputes, or a webhook that is being sent. Announces `customer.erased`. Erasing twice changes nothing. Needs the scope `personal_data`.
     */
    post: operations['eraseCustomer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/customers/{id}/cards': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the saved cards of a customer
     * @description Those that can be charged, newest first. Needs the scope `read`.
     */
    get: operations['listSavedCards'];
    put?: never;
    /**
     * Save a card of a customer
     * @description The gateway keeps the card, without a charge, for invoices and subscriptions that are charged while nobody is there. The customer has to have agreed. A card that is saved already is answered as it is. A customer has at most 20. Needs the scope `payments:write`.
     */
    post: operations['saveCard'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/saved-cards/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a saved card
     * @description Never its number, nor its token. Needs the scope `read`.
     */
    get: operations['getSavedCard'];
    put?: never;
    post?: never;
    /**
     * Delete a saved card
     * @description It is charged no more, and the gateway is told to forget it. 409 while a subscription charges it. Needs the scope `payments:write`.
     */
    delete: operations['deleteSavedCard'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/products': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List products
     * @description Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
     */
    get: operations['listProducts'];
    put?: never;
    /**
     * Create a product
     * @description A name and a price. Invoices name products by id. Needs the scope `invoices:write`.
     */
    post: operations['createProduct'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/products/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a product
     * @description Archived ones are found too. Needs the scope `read`.
     */
    get: operations['getProduct'];
    put?: never;
    post?: never;
    /**
     * Archive a product
     * @description An archived product stays on the invoices that have it, and new ones cannot have it. `PATCH` with `"active": true` brings it back. Needs the scope `invoices:write`.
     */
    delete: operations['archiveProduct'];
    options?: never;
    head?: never;
    /**
     * Update a product
     * @description Sets the fields that are given and leaves the others. Invoices keep the name and price they were made with. Needs the scope `invoices:write`.
     */
    patch: operations['updateProduct'];
    trace?: never;
  };
  '/api/v1/coupons': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List coupons
     * @description Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
     */
    get: operations['listCoupons'];
    put?: never;
    /**
     * Create a coupon
     * @description A code, and what it takes off. Invoices and subscriptions name it by its code. Its terms stay as they are: whoever redeemed it agreed on them. Needs the scope `invoices:write`.
     */
    post: operations['createCoupon'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/coupons/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a coupon
     * @description Archived ones are found too. Needs the scope `read`.
     */
    get: operations['getCoupon'];
    put?: never;
    post?: never;
    /**
     * Archive a coupon
     * @description It stays where it was redeemed, and nobody redeems it any more. `PATCH` with `"active": true` brings it back. Needs the scope `invoices:write`.
     */
    delete: operations['archiveCoupon'];
    options?: never;
    head?: never;
    /**
     * Update a coupon
     * @description Sets the fields that are given and leaves the others. Code, discount and cycles cannot change: archive the coupon and create another. Needs the scope `invoices:write`.
     */
    patch: operations['updateCoupon'];
    trace?: never;
  };
  '/api/v1/payment-links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List payment links
     * @description Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
     */
    get: operations['listPaymentLinks'];
    put?: never;
    /**
     * Create a payment link
     * @description A page with an address of its own, at which anybody buys the same. The payer gives name, e-mail and CPF or CNPJ, and gets an invoice; events of the invoice name the link as `payment_link_id`. Needs the scope `invoices:write`.
     */
    post: operations['createPaymentLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/payment-links/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a payment link
     * @description Archived ones are found too. Needs the scope `read`.
     */
    get: operations['getPaymentLink'];
    put?: never;
    post?: never;
    /**
     * Archive a payment link
     * @description Nobody buys there any more; its invoices stay. `PATCH` with `"active": true` brings it back. Needs the scope `invoices:write`.
     */
    delete: operations['archivePaymentLink'];
    options?: never;
    head?: never;
    /**
     * Update a payment link
     * @description Sets the fields that are given and leaves the others. Products and method cannot change: archive the link and create another. Needs the scope `invoices:write`.
     */
    patch: operations['updatePaymentLink'];
    trace?: never;
  };
  '/api/v1/invoices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List invoices
     * @description Filters go together: all of them must hold. Needs the scope `read`.
     */
    get: operations['listInvoices'];
    put?: never;
    /**
     * Create an invoice
     * @description Pix and boleto are registered at the gateway right after: their code or line is there as soon as the invoice is `pending`. A card waits for its payment. Needs the scope `invoices:write`.
     */
    post: operations['createInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an invoice
     * @description With its lines, its attempts to be paid, and what is due today. Needs the scope `read`.
     */
    get: operations['getInvoice'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update an invoice
     * @description Description, external reference and metadata can change at any time. Items, method, due date, installments, discount, fine and interest can while no money has arrived: the old charge is given up and a new one is registered. Announces `invoice.updated`. Needs the scope `invoices:write`.
     */
    patch: operations['updateInvoice'];
    trace?: never;
  };
  '/api/v1/invoices/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give up an unpaid invoice
     * @description Its charge is canceled at the gateway. Money that arrives all the same still makes it paid. Canceling twice changes nothing. Needs the scope `invoices:write`.
     */
    post: operations['cancelInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{id}/quote': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Quote an invoice for a day
     * @description With the discount, the fine and the interest of that day, and the plans of a card payment in parts: what a payer who is late, or in time for a discount, is to be asked for. Once it was paid, the amounts are those that were settled, whatever the day. Needs the scope `read`.
     */
    get: operations['quoteInvoice'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{id}/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the timeline of an invoice
     * @description For people who ask why an invoice stands as it does: each step of it, and what it waits for. A page has a hundred steps. Needs the scope `read`.
     */
    get: operations['getInvoiceTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{id}/payments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the payment attempts of an invoice
     * @description All of them, the first one first: an invoice has at most 50. Needs the scope `read`.
     */
    get: operations['listPayments'];
    put?: never;
    /**
     * Submit a payment
     * @description A card's token, a saved card, or a fresh Pix code or boleto after a refusal. Never a card number. For an overdue invoice, a fresh code or boleto in place of one that can no longer be paid, for what is due today, late fees included; while an overdue one can still be paid, there is no other. For an invoice with several `payment_methods`, the one that the payer chose: a charge by another one is taken back. An abandoned invoice can be paid where the settings of the store allow it. Needs the scope `payments:write`.
     */
    post: operations['submitPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{id}/external-payments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Record money that came past the gateway
     * @description Cash, a transfer or a check that the store has. The money counts at once: it settles the invoice, whose charge is taken back, or a new charge asks for the rest. A bank may take money for a charge that was on its way: it is then overpaid. Needs the scope `payments:write`.
     */
    post: operations['recordExternalPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/payments/{id}/reversal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Take back a payment that was recorded
     * @description Of money that came past the gateway: it was a mistake, or a check was returned. An invoice that lacks the money is owed again, and a new charge asks for it. Money of a gateway goes back by a refund. Needs the scope `payments:write`.
     */
    post: operations['reverseExternalPayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{id}/credit-notes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for less
     * @description A credit note lowers the amount that is due, and says why. A fresh code or boleto asks for the rest; a card is submitted again. An invoice of which a part was paid may be credited to nothing: it is then paid. To give up all of an invoice, cancel it or write it off; to give money back, refund it. Needs the scope `payments:write`.
     */
    post: operations['createCreditNote'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{id}/write-off': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Write off what will never come
     * @description The invoice is canceled, its charge is taken back, and the ledger says what was lost. Money that comes all the same counts, and takes so much of the write-off back. Needs the scope `payments:write`.
     */
    post: operations['writeOffInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{id}/concessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the credit notes and the write-off of an invoice
     * @description With the words of the store. Needs the scope `read`.
     */
    get: operations['listConcessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{id}/refunds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the refunds of an invoice
     * @description Those under way, done and failed. Needs the scope `read`.
     */
    get: operations['listRefunds'];
    put?: never;
    /**
     * Give money back, whole or in part
     * @description Never more than a payment has left. It is `pending` until the gateway decides; then `invoice.refunded` is announced, or `invoice.updated` with `refund_status: failed`. A store may ask a second person for refunds over an amount: these are answered 202, wait as `awaiting_approval`, and end as `rejected` with `refund_status: rejected` where an owner says no. Needs the scope `refunds:write`.
     */
    post: operations['createRefund'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/refunds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List refunds
     * @description Those of all invoices. Of a range of times by that time, else by age. Needs the scope `read`.
     */
    get: operations['listAllRefunds'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/refunds/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a refund
     * @description To see what became of it; webhooks tell the same without asking. Needs the scope `read`.
     */
    get: operations['getRefund'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/disputes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List disputes
     * @description Those of all invoices. `invoice.disputed`, `invoice.dispute_updated` and `invoice.dispute_closed` tell the same. Needs the scope `read`.
     */
    get: operations['listDisputes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/disputes/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a dispute
     * @description By the `dispute_id` of its events. Needs the scope `read`.
     */
    get: operations['getDispute'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/disputes/{id}/files': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the files for the answer to a dispute
     * @description Their contents are kept sealed for the gateway: nobody reads them back. Needs the scope `read`.
     */
    get: operations['listDisputeFiles'];
    put?: never;
    /**
     * Add a file to the answer to a dispute
     * @description Checked by its bytes: whole, of 2 MB at most, and a PDF without scripts, other files or a password. Nothing is sent before `POST /disputes/{id}/answer`. Needs the scope `invoices:write`.
     */
    post: operations['addDisputeFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/evidence-files/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a file from the answer to a dispute
     * @description Before the answer is given. Needs the scope `invoices:write`.
     */
    delete: operations['deleteDisputeFile'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/disputes/{id}/answer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer a dispute
     * @description With these words and the files that were added. The gateway takes one answer: give all that you have. `invoice.dispute_updated` tells that the answer was taken. In the sandbox, `winning_evidence` or `losing_evidence` in the words decides the dispute. Needs the scope `invoices:write`.
     */
    post: operations['answerDispute'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/balance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the balance
     * @description The money of the store at its gateways: what it can have now, what comes on which day, what is disputed. Needs the scope `read`.
     */
    get: operations['getBalance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/ledger': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the entries of the ledger
     * @description Each movement of money is a transaction of entries that come to zero. An entry never changes: a later transaction takes one back. Needs the scope `read`.
     */
    get: operations['listLedgerEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/payments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the money that came in
     * @description Across all invoices, each amount its own. Of a range of times by that time, else by age. `paid_at` is when the payer paid: `paid_at[gte]` and `paid_at[lt]` of a day are the money of that day. Needs the scope `read`.
     */
    get: operations['listReceivedPayments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/payments/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a payment
     * @description By its `id` in `received` or `external_payments` of an invoice, or the `payment_id` of an event. Needs the scope `read`.
     */
    get: operations['getReceivedPayment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/payouts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List payouts
     * @description The money that gateways sent to the bank account of the store. `GET /payments?payout_id=` has what is in one. Needs the scope `read`.
     */
    get: operations['listPayouts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/payouts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a payout
     * @description With the part of it that its payments and refunds do not account for. Needs the scope `read`.
     */
    get: operations['getPayout'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/money': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Report the money of days or months
     * @description What came in, what went back, what it cost, and what the bank has: from the ledger, to the cent. Needs the scope `read`.
     */
    get: operations['getMoneyReport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reports/money/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export a statement for a spreadsheet or accounting program
     * @description The movements of the money that gateways hold. CSV and XLSX in the words of `language`; OFX 1.0.2 with an account for each gateway, whose id ends with the gateway’s name. At most 50,000 movements. Needs the scope `read`.
     */
    get: operations['exportMoney'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/reminder-schedule': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the reminder schedule
     * @description How the store writes to its payers, in the environment of the token. Needs the scope `read`.
     */
    get: operations['getReminderSchedule'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the reminder schedule
     * @description Sets what is given and leaves the rest. Invoices that are owed follow the new schedule within seconds; steps whose moment has passed remind nobody. A reminder is sent while its invoice is owed, no money of it is disputed, and its customer has not opted out. Needs the scope `invoices:write`.
     */
    patch: operations['updateReminderSchedule'];
    trace?: never;
  };
  '/api/v1/reminder-schedule/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview a message
     * @description Writes a message as the schedule has it now, and sends it to nobody. Needs the scope `read`.
     */
    post: operations['previewMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List messages
     * @description Reminders, receipts and refund notices of all invoices. Needs the scope `read`.
     */
    get: operations['listMessages'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/messages/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a message
     * @description Whether it was sent, and why not. Needs the scope `read`.
     */
    get: operations['getMessage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/messages/{id}/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the text of a message
     * @description As it would be written now: texts are not kept. In the sandbox nobody is written to; this is what the payer would get. Needs the scope `read`.
     */
    get: operations['readMessageContent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{id}/reminders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read when an invoice reminds next
     * @description The next step of the schedule, and whether the reminders are held back. Needs the scope `read`.
     */
    get: operations['getInvoiceReminders'];
    put?: never;
    /**
     * Remind the payer of an invoice now
     * @description Beside the steps of the schedule, and also where that is switched off. Within the quiet hours the message waits for their end. A channel reminds of an invoice once in 24 hours. Needs the scope `invoices:write`.
     */
    post: operations['remindInvoice'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{id}/reminders/hold': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hold the reminders of an invoice
     * @description Its payer is not reminded until they are resumed, as where the store has agreed on something by phone. Needs the scope `invoices:write`.
     */
    post: operations['holdReminders'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invoices/{id}/reminders/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Let the reminders of an invoice go on
     * @description From the next step on. Steps whose moment passed meanwhile are left out. Needs the scope `invoices:write`.
     */
    post: operations['resumeReminders'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/subscriptions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subscriptions
     * @description Filters go together: all of them must hold. Needs the scope `read`.
     */
    get: operations['listSubscriptions'];
    put?: never;
    /**
     * Start a subscription
     * @description Each cycle makes an ordinary invoice, with a checkout of its own, at the prices that the products have now. Where the first one is due to be made it is in the answer as `latest_cycle`. Days are the store's; what is planned for one happens at its renewal time. Needs the scope `invoices:write`.
     */
    post: operations['createSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/subscriptions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a subscription
     * @description With its lines, its newest cycle, and what comes next. Needs the scope `read`.
     */
    get: operations['getSubscription'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update a subscription
     * @description From the next invoice on; those that were made stay as they are. Products are taken at their present prices. With another rhythm the next charge is due when the period that was sold is over, or on the first day after it that the new anchor names, and the others are counted from there. Announces `subscription.updated`. Needs the scope `invoices:write`.
     */
    patch: operations['updateSubscription'];
    trace?: never;
  };
  '/api/v1/subscriptions/{id}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause a subscription
     * @description No invoice is made and no charge tried again. An invoice that was made early for a period that has not begun is canceled; one that is due stays owed. Charges that would be due during the pause are left out, and do not count as cycles. Needs the scope `invoices:write`.
     */
    post: operations['pauseSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/subscriptions/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End a pause, or take a planned cancellation back
     * @description Due dates stay where they were: the next charge is due on the first of them from today on, today included. Needs the scope `invoices:write`.
     */
    post: operations['resumeSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/subscriptions/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a subscription, now or at the end of its period
     * @description An invoice that was made early for a period that has not begun is canceled in either case. Money that was paid is not given back: refund its invoice. Canceling twice changes nothing. Needs the scope `invoices:write`.
     */
    post: operations['cancelSubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/subscriptions/{id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try unpaid charges again, now
     * @description For a store that does not wait for the next attempt, or when all of them are spent: the card on file is charged once more, a Pix code or boleto that ran out is made anew, and the schedule of attempts begins again. A subscription that is past due stays so until it is paid. Needs the scope `payments:write`.
     */
    post: operations['retrySubscription'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/subscriptions/{id}/authorization': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask the payer to agree to debits
     * @description Of a subscription by `pix_automatic` whose authorization was refused, ran out or was canceled. A new subscription asks by itself. Announces `subscription.updated` once the payer can agree, then `subscription.authorized` or `subscription.authorization_refused`. Needs the scope `invoices:write`.
     */
    post: operations['requestAuthorization'];
    /**
     * Cancel the agreement to debits
     * @description Charges are paid by a Pix code from then on, also one whose debit was announced. To cancel twice changes nothing. Announces `subscription.authorization_canceled`. Needs the scope `invoices:write`.
     */
    delete: operations['cancelAuthorization'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/subscriptions/{id}/cycles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the cycles of a subscription
     * @description Each period with its invoice, and how far its charge has come. Needs the scope `read`.
     */
    get: operations['listSubscriptionCycles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhooks
     * @description Without their secrets. Needs the scope `read`.
     */
    get: operations['listWebhooks'];
    put?: never;
    /**
     * Subscribe a URL to events
     * @description Each webhook has a secret of its own, which signs what is sent to it. A store has up to 20 in an environment. Needs the scope `webhooks:write`.
     */
    post: operations['createWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a webhook
     * @description Without its secret, which is shown only when it is made or rotated. Needs the scope `read`.
     */
    get: operations['getWebhook'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook
     * @description Nothing more is sent to it, also not what was queued. Needs the scope `webhooks:write`.
     */
    delete: operations['deleteWebhook'];
    options?: never;
    head?: never;
    /**
     * Update a webhook
     * @description Sets the fields that are given. A delivery that is already queued is sent to the new URL, with the same bytes. `enabled: true` takes back what a 410 switched off. Needs the scope `webhooks:write`.
     */
    patch: operations['updateWebhook'];
    trace?: never;
  };
  '/api/v1/webhooks/{id}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the secret of a webhook
     * @description Until the overlap has passed both secrets sign: `webhook-signature` lists both, and `X-Service-Signature-Previous` has the signature of the one before. Rotated again meanwhile, the oldest no longer signs. Needs the scope `webhooks:write`.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries of a webhook
     * @description Each event on its way to this webhook, and how it went. Kept for a set number of days after their end. Needs the scope `read`.
     */
    get: operations['listDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/deliveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a delivery
     * @description With the body as it was sent, and every attempt: what was sent and what came back. Needs the scope `read`.
     */
    get: operations['getDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event
     * @description Sends `webhook.test` to this webhook alone, signed and retried as any event, also while it is switched off. Needs the scope `webhooks:write`.
     */
    post: operations['testWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/deliveries/{id}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a delivery once more
     * @description The same id and bytes with a fresh timestamp and signature, and the number of attempts of the store anew. The delivery must have ended, whether it was delivered or not. Needs the scope `webhooks:write`.
     */
    post: operations['redeliver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/events/{id}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an event once more
     * @description To every webhook that is switched on and subscribes to it, also to one that did not exist when it happened. Deliveries that are under way stay as they are. Needs the scope `webhooks:write`.
     */
    post: operations['redeliverEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send everything once more that failed since a time
     * @description The oldest first, a thousand at most in one request. For after an outage of the receiver. Needs the scope `webhooks:write`.
     */
    post: operations['redeliverFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhook-settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the retry settings
     * @description How the deliveries of this store are tried again, in the environment of the token. Needs the scope `read`.
     */
    get: operations['getWebhookSettings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the retry settings
     * @description Deliveries that wait are told: their next attempt is due as the new settings say, counted from the end of the last. One that has had all its attempts by the new settings ends. Needs the scope `webhooks:write`.
     */
    patch: operations['updateWebhookSettings'];
    trace?: never;
  };
  '/api/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events
     * @description To catch up after an outage of a receiver: what its webhook would have been sent. To hear of events without a receiver: `ending_before` the newest one that you know, and `wait`. Needs the scope `read`.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/events/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an event
     * @description By its `id`, which is in every delivery of it. Needs the scope `read`.
     */
    get: operations['getEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sandbox/invoices/{id}/payment': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Play the payer
     * @description The sandbox gateway tells the outcome by the same signed callback that a real one would send. `confirmed` and `refused` are of the charge; a card invoice without a payment under way is given a test card first. `disputed`, `dispute_won` and `dispute_lost` are of the newest payment: its bank wants it back, and decides. `refund_refused` is of the newest refund, also of one that had succeeded: the payer's bank sends the money back. Needs the scope `payments:write`.
     */
    post: operations['simulatePayment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sandbox/payouts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Play the gateway that pays out
     * @description It sends the money that is available by the clock of the store to its bank account: payments after their fees, less refunds. A Pix is available on its day, a boleto on the next business day, a card after 30 days. Up to 1,000 payments at once. Needs the scope `payments:write`.
     */
    post: operations['simulatePayout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sandbox/subscriptions/{id}/authorization': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Play a payer who agrees to debits, or does not
     * @description Of a subscription by `pix_automatic`. `authorized`, `rejected` and `expired` answer a request; `canceled` ends an agreement, as from the app of the payer’s bank. Each debit is then made on its day, by the store’s clock, unless `POST /sandbox/invoices/{id}/payment` says before what becomes of it. Needs the scope `payments:write`.
     */
    post: operations['simulateAuthorization'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sandbox/clock': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the sandbox's clock
     * @description A sandbox has real time until its clock is advanced for the first time. From then on the clock stands between two advances: no code expires, and no webhook is retried, unless the clock goes on. The answer says what happens next, and how far an advance is. Needs the scope `read`.
     */
    get: operations['readSandboxClock'];
    put?: never;
    /**
     * Advance the sandbox's clock
     * @description Moves the store's time forwards, by a duration or to a moment. All that is due on the way happens in order, each thing at its own moment: due dates, expiries, trials, renewals, attempts to charge again, webhook retries. The clock goes on when a moment's charges are answered and its webhooks sent. Signatures of webhooks have real time. Read the clock until its `status` is `ready`. Needs the scope `payments:write`.
     */
    post: operations['advanceSandboxClock'];
    /**
     * Give the sandbox real time back
     * @description Possible where nothing is open that happened at a moment which lies ahead of real time, and nothing is due between the clock and real time. Needs the scope `payments:write`.
     */
    delete: operations['removeSandboxClock'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sandbox/clock/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop the sandbox's clock
     * @description Ends the advance under way at its next moment, where the clock then stands. Needs the scope `payments:write`.
     */
    post: operations['stopSandboxClock'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sandbox/inboxes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List inboxes
     * @description Those of the store. Needs the scope `read`.
     */
    get: operations['listInboxes'];
    put?: never;
    /**
     * Create an inbox
     * @description A receiver for who has none yet: give its `url` to a webhook, and open its `page_url` to see what comes in and whether the signatures verify. A store has up to 10. Needs the scope `webhooks:write`.
     */
    post: operations['createInbox'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sandbox/inboxes/{id}/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what came to an inbox
     * @description The last 100 requests, with whether their signatures verify. `created_at` is when they came. Needs the scope `read`.
     */
    get: operations['listInboxMessages'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/sandbox/inboxes/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete an inbox
     * @description With everything that came to it. Webhooks with its URL are then answered 404. Needs the scope `webhooks:write`.
     */
    delete: operations['deleteInbox'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'invoice.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * New invoice created
     * @description New invoice created.
     */
    post: operations['onInvoiceCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.payment_confirmed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Payment confirmed by the gateway
     * @description Payment confirmed by the gateway.
     */
    post: operations['onInvoicePaymentConfirmed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.payment_registered': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Payment attempt registered at the gateway
     * @description Payment attempt registered at the gateway.
     */
    post: operations['onInvoicePaymentRegistered'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.refused': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Payment refused by the gateway
     * @description Payment refused by the gateway.
     */
    post: operations['onInvoiceRefused'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.updated': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invoice data updated
     * @description Invoice data updated.
     */
    post: operations['onInvoiceUpdated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.abandoned': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cart abandoned by the customer
     * @description Cart abandoned by the customer.
     */
    post: operations['onInvoiceAbandoned'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * New subscription started
     * @description New subscription started.
     */
    post: operations['onSubscriptionCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.renewed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Recurring charge processed
     * @description Recurring charge processed.
     */
    post: operations['onSubscriptionRenewed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.overdue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Not paid by its due date, as a boleto or a Pix that falls due; it can still be paid
     * @description Not paid by its due date, as a boleto or a Pix that falls due; it can still be paid.
     */
    post: operations['onInvoiceOverdue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.expired': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Overdue, and can no longer be paid
     * @description Overdue, and can no longer be paid.
     */
    post: operations['onInvoiceExpired'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.canceled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invoice canceled by the store
     * @description Invoice canceled by the store.
     */
    post: operations['onInvoiceCanceled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.refunded': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Money given back, in whole or in part
     * @description Money given back, in whole or in part.
     */
    post: operations['onInvoiceRefunded'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.overpaid': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * More money arrived than the invoice asks for
     * @description More money arrived than the invoice asks for.
     */
    post: operations['onInvoiceOverpaid'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.disputed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The payer’s bank wants a payment back
     * @description The payer’s bank wants a payment back.
     */
    post: operations['onInvoiceDisputed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.dispute_answer_due': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Some days are left to answer a dispute
     * @description Some days are left to answer a dispute.
     */
    post: operations['onInvoiceDisputeAnswerDue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.dispute_updated': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A dispute goes on: it was answered, its time to be answered is over, or it asks for another amount
     * @description A dispute goes on: it was answered, its time to be answered is over, or it asks for another amount.
     */
    post: operations['onInvoiceDisputeUpdated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'invoice.dispute_closed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A dispute was won or lost
     * @description A dispute was won or lost.
     */
    post: operations['onInvoiceDisputeClosed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.canceled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Subscription canceled, by the store or because it stayed unpaid
     * @description Subscription canceled, by the store or because it stayed unpaid.
     */
    post: operations['onSubscriptionCanceled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.payment_failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A recurring charge was refused, or not paid in time
     * @description A recurring charge was refused, or not paid in time.
     */
    post: operations['onSubscriptionPaymentFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.updated': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Subscription data updated
     * @description Subscription data updated.
     */
    post: operations['onSubscriptionUpdated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.trial_ended': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The trial is over
     * @description The trial is over.
     */
    post: operations['onSubscriptionTrialEnded'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.past_due': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The attempts of an unpaid recurring charge are spent
     * @description The attempts of an unpaid recurring charge are spent.
     */
    post: operations['onSubscriptionPastDue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.paused': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Subscription paused
     * @description Subscription paused.
     */
    post: operations['onSubscriptionPaused'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.resumed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A pause is over
     * @description A pause is over.
     */
    post: operations['onSubscriptionResumed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.ended': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The last cycle of a subscription is over
     * @description The last cycle of a subscription is over.
     */
    post: operations['onSubscriptionEnded'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.authorized': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The payer has agreed that the bank debits each charge
     * @description The payer has agreed that the bank debits each charge.
     */
    post: operations['onSubscriptionAuthorized'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.authorization_refused': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The payer did not agree to debits, or not in time
     * @description The payer did not agree to debits, or not in time.
     */
    post: operations['onSubscriptionAuthorizationRefused'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'subscription.authorization_canceled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The agreement to debits was canceled, by the payer, the bank or the store
     * @description The agreement to debits was canceled, by the payer, the bank or the store.
     */
    post: operations['onSubscriptionAuthorizationCanceled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The gateway sends money to the store’s bank account
     * @description The gateway sends money to the store’s bank account.
     */
    post: operations['onPayoutCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout.paid': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The money of a payout is at the bank
     * @description The money of a payout is at the bank.
     */
    post: operations['onPayoutPaid'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The bank sent a payout back: its money is at the gateway again
     * @description The bank sent a payout back: its money is at the gateway again.
     */
    post: operations['onPayoutFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'payout.reconciled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The gateway has said which payments and refunds are in a payout
     * @description The gateway has said which payments and refunds are in a payout.
     */
    post: operations['onPayoutReconciled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'customer.erased': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The personal data of a customer was erased
     * @description The personal data of a customer was erased.
     */
    post: operations['onCustomerErased'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'audit.recorded': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A line of the audit log; sent only to a webhook that names this event
     * @description A line of the audit log; sent only to a webhook that names this event.
     */
    post: operations['onAuditRecorded'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'webhook.test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A test that the store asked for; sent to one webhook alone
     * @description A test that the store asked for; sent to one webhook alone.
     */
    post: operations['onWebhookTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** AddEvidence */
    AddEvidence: {
      /**
       * @description What the file shows. A file of the same kind takes the place of the one before.
       * @enum {string}
       */
      kind:
        | 'receipt'
        | 'customer_communication'
        | 'service_documentation'
        | 'shipping_documentation'
        | 'refund_policy'
        | 'cancellation_policy'
        | 'customer_signature'
        | 'other';
      /** @description The name by which the bank sees the file. */
      name: string;
      /** @description The file in base64: a PDF, a PNG or a JPEG of 2 MB at most; the files of a dispute have 4.5 MB. */
      content: string;
    };
    /** Address */
    Address: {
      zip_code: string;
      street: string;
      number: string;
      complement: string | null;
      district: string;
      city: string;
      state: string;
      country: string;
    };
    /** AddressInput */
    AddressInput: {
      /** @description CEP; kept without the dash. */
      zip_code: string;
      street: string;
      /** @description `S/N` where there is none. */
      number: string;
      /** @default null */
      complement?: string | null;
      district: string;
      city: string;
      /** @enum {string} */
      state:
        | 'AC'
        | 'AL'
        | 'AM'
        | 'AP'
        | 'BA'
        | 'CE'
        | 'DF'
        | 'ES'
        | 'GO'
        | 'MA'
        | 'MG'
        | 'MS'
        | 'MT'
        | 'PA'
        | 'PB'
        | 'PE'
        | 'PI'
        | 'PR'
        | 'RJ'
        | 'RN'
        | 'RO'
        | 'RR'
        | 'RS'
        | 'SC'
        | 'SE'
        | 'SP'
        | 'TO';
      /**
       * @description ISO 3166-1, two letters.
       * @default BR
       */
      country?: string;
    };
    /** AdvanceSandboxClock */
    AdvanceSandboxClock: {
      /** @description A duration by ISO 8601: `P4D`, `P1M`, `PT1H`. Days and months are those of the store's calendar, in its time zone. */
      advance?: string;
      /**
       * Format: date-time
       * @description A moment that lies ahead of the clock, with its offset.
       */
      to?: string;
    };
    /**
     * AdvanceUnderWay
     * @description Only with `clock_advancing`: how far the clock of the sandbox is.
     */
    AdvanceUnderWay: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      now: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      target: string;
      /** @description The moments at which it has stopped so far. */
      done: number;
    };
    /** AnswerDispute */
    AnswerDispute: {
      /** @description Your side, for the bank: what was bought, when and how the payer got it, what was agreed. */
      explanation: string;
    };
    /** AuditLine */
    AuditLine: {
      action: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    /** AuditRecordedData */
    AuditRecordedData: {
      id: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      /**
       * @description Null for what both environments share.
       * @enum {string|null}
       */
      environment: 'production' | 'sandbox' | null;
      /** @description The address of a person, the name of a token, or the platform's operator. */
      actor: string;
      person_id: number | null;
      token_id: number | null;
      /** @description The act, by its id: `cancelInvoice`. */
      action: string;
      /** @description The subject of the act: `invoice 815`. */
      subject: string | null;
      /** @description The changed fields and their new values. */
      details: Record<string, never>;
      /** @description Null for an act of an operator, as the browser. */
      address: string | null;
      user_agent: string | null;
      /** @description The place of the line in the chain of the store. */
      number: number;
      /** @description The hash of the chain up to this line. */
      hash: string;
    };
    /** AuditRecordedEvent */
    AuditRecordedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'audit.recorded';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['AuditRecordedData'];
    };
    /** Authorization */
    Authorization: {
      id: number;
      /**
       * @description `requested`: the bank is asked for it; `pending`: the payer is to agree; `authorized`: charges are debited; the others are its end.
       * @enum {string}
       */
      status: 'requested' | 'pending' | 'authorized' | 'rejected' | 'expired' | 'canceled';
      /** @enum {string} */
      journey: 'bank_request' | 'qr_code' | 'first_payment';
      /** @description The code by which the payer agrees, without a payment, while it is `pending`. */
      qr_code: string | null;
      /**
       * Format: date-time
       * @description Until when the payer can agree.
       */
      expires_at: string | null;
      /** Format: date-time */
      authorized_at: string | null;
      /** Format: date-time */
      ended_at: string | null;
      /** @enum {string|null} */
      ended_by: 'payer' | 'store' | 'bank' | null;
      /** @description In the bank’s word. */
      end_reason: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    /** Balance */
    Balance: {
      /**
       * Format: date
       * @description The day of the store on which it is so.
       */
      as_of: string;
      /** @description BRL that the gateways hold and the store can have now. Negative: more went back than was there. */
      available: number;
      /** @description BRL that becomes available later. */
      pending: number;
      /** @description BRL that the banks of payers hold back until disputes are decided. */
      disputed: number;
      /** @description The days on which more becomes available, the first one first. */
      pending_by_day: components['schemas']['PendingDay'][];
      gateways: components['schemas']['GatewayBalance'][];
    };
    /**
     * Boleto
     * @description How it is paid by boleto; null for another method.
     */
    Boleto: {
      /** @description 44 digits. */
      barcode: string;
      /** @description 47 digits. */
      digitable_line: string;
      /** @description Nosso número; null where the gateway keeps it to itself. */
      our_number: string | null;
      /** @description Address of the printable boleto; it may lead on to the gateway. */
      pdf_url: string;
      /**
       * Format: date
       * @description Moved to the next business day.
       */
      due_date: string;
    };
    /** CancelSubscription */
    CancelSubscription: {
      /**
       * @description `period_end`: when the period that has begun is over; until then it can be resumed.
       * @default now
       * @enum {string}
       */
      when?: 'now' | 'period_end';
      /**
       * @description The fate of unpaid invoices that are due, when it is canceled `now`.
       * @default cancel
       * @enum {string}
       */
      invoices?: 'cancel' | 'keep';
    };
    /**
     * Card
     * @description The card that is charged; null for another method.
     */
    Card: {
      brand: string;
      /** @description Null once the customer was erased. */
      last4: string | null;
      installments: number;
      /** @description Where the payer must confirm with the bank; null when nothing is asked. */
      next_action_url: string | null;
    };
    /**
     * CheckoutProgress
     * @description How far the payer came.
     */
    CheckoutProgress: {
      /** Format: date-time */
      opened_at: string | null;
      /**
       * Format: date-time
       * @description When the payer began to pay.
       */
      started_at: string | null;
      /** Format: date-time */
      last_acted_at: string | null;
    };
    /** Concession */
    Concession: {
      id: number;
      invoice_id: number;
      /** @enum {string} */
      kind: 'credit_note' | 'write_off';
      /** @description BRL, with at most two decimals. */
      amount: number;
      /** @description Null once the customer was erased. */
      reason: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    /** ConcessionList */
    ConcessionList: {
      data: components['schemas']['Concession'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** Coupon */
    Coupon: {
      id: number;
      code: string;
      name: string | null;
      discount: components['schemas']['CouponDiscount'];
      cycles: number | null;
      /** @description BRL, with at most two decimals. */
      minimum_subtotal: number | null;
      max_redemptions: number | null;
      max_redemptions_per_customer: number | null;
      /** Format: date */
      valid_until: string | null;
      /** @description By invoices that were not canceled, and by subscriptions. */
      times_redeemed: number;
      metadata: {
        [key: string]: string;
      };
      /** @description An archived coupon stays where it was redeemed, and is redeemed no more. */
      active: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
    };
    /** CouponDiscount */
    CouponDiscount: {
      /** @enum {string} */
      type: 'fixed' | 'percentage';
      /** @description BRL, or percent. */
      value: number;
    };
    /**
     * CouponDiscountInput
     * @description `percentage` of the subtotal, below 100.
     */
    CouponDiscountInput: {
      /** @enum {string} */
      type: 'fixed' | 'percentage';
      /** @description BRL with at most two decimals, or percent (up to 100) with at most four. */
      value: number;
    };
    /** CouponList */
    CouponList: {
      data: components['schemas']['Coupon'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** CreateCoupon */
    CreateCoupon: {
      /** @description What a customer names. It is kept in capitals. */
      code: string;
      /**
       * @description The store's own words for it.
       * @default null
       */
      name?: string | null;
      discount: components['schemas']['CouponDiscountInput'];
      /**
       * @description For so many cycles of a subscription; `null`: for all. An invoice by itself has it once.
       * @default null
       */
      cycles?: number | null;
      /**
       * @description BRL. A sale of less does not get it. At most two decimals.
       * @default null
       */
      minimum_subtotal?: number | null;
      /**
       * @description How often it can be redeemed in all. A subscription counts once.
       * @default null
       */
      max_redemptions?: number | null;
      /**
       * @description How often each customer can redeem it.
       * @default null
       */
      max_redemptions_per_customer?: number | null;
      /**
       * Format: date
       * @description The last day on which it can be redeemed, in the store's time zone. An invoice keeps it afterwards.
       * @default null
       */
      valid_until?: string | null;
      /**
       * @description Up to 50 labels of your own: names of up to 40 letters, digits, `_`, `.`, `-`; texts of up to 500.
       * @default {}
       */
      metadata?: {
        [key: string]: string;
      };
    };
    /** CreateCustomer */
    CreateCustomer: {
      name: string;
      /** Format: email */
      email: string;
      /**
       * @description CPF or CNPJ, the alphanumeric CNPJ included; kept without punctuation.
       * @default null
       */
      document?: string | null;
      /** @default null */
      phone?: string | null;
      /** @default null */
      address?: components['schemas']['AddressInput'] | null;
      /**
       * @description The client system's own id for it.
       * @default null
       */
      external_reference?: string | null;
      /**
       * @description The language in which the customer is written to; null: that of the store's reminder schedule.
       * @default null
       * @enum {string|null}
       */
      language?: 'pt' | 'en' | 'es' | null;
      /**
       * @description Up to 50 labels of your own: names of up to 40 letters, digits, `_`, `.`, `-`; texts of up to 500.
       * @default {}
       */
      metadata?: {
        [key: string]: string;
      };
    };
    /** CreateInvoice */
    CreateInvoice: {
      customer_id: number;
      /** @description The lines: each sells a product, or has a `name` and `unit_price` of its own. */
      products: components['schemas']['InvoiceLineInput'][];
      /**
       * @description The method by which it is charged first; without `payment_methods`, the only one.
       * @enum {string}
       */
      payment_method?: 'pix' | 'boleto' | 'card';
      /** @description The methods among which the payer chooses on the checkout. The first one is charged first, unless `payment_method` names another. A single charge is live at a time: whoever chooses another method takes the old charge back. */
      payment_methods?: ('pix' | 'boleto' | 'card')[];
      /**
       * Format: date
       * @description A day in the store's time zone. A boleto gets one by the store's settings where none is given. A Pix invoice with one is payable until then, overdue after, and grows by fine and interest, as a boleto.
       * @default null
       */
      due_date?: string | null;
      /**
       * @description Monthly parts of a card payment, at most.
       * @default 1
       */
      installments?: number;
      /**
       * @description Seconds for which a Pix code is payable, from its making; for Pix without due_date. `null`: as the store's settings say.
       * @default null
       */
      pix_expires_in?: number | null;
      /** @default null */
      discount?: components['schemas']['DiscountInput'] | null;
      /**
       * @description The code of a coupon, which takes the place of `discount`. Canceling the invoice gives it back.
       * @default null
       */
      coupon?: string | null;
      /**
       * @description A saved card of the customer, which is charged at once, while nobody is there.
       * @default null
       */
      saved_card_id?: number | null;
      /**
       * @description Whether the checkout asks the payer if the store may keep the card. The saved card is in `payments` once it has paid.
       * @default false
       */
      offer_card_saving?: boolean;
      /**
       * @description Where the payer goes on once the invoice is paid or has ended: an https address at an origin that the store has registered in the panel.
       * @default null
       */
      return_url?: string | null;
      fine?: components['schemas']['FineInput'] | null;
      interest?: components['schemas']['InterestInput'] | null;
      /** @default null */
      description?: string | null;
      /**
       * @description The client system's own id for it.
       * @default null
       */
      external_reference?: string | null;
      /**
       * @description Up to 50 labels of your own: names of up to 40 letters, digits, `_`, `.`, `-`; texts of up to 500.
       * @default {}
       */
      metadata?: {
        [key: string]: string;
      };
    };
    /** CreatePaymentLink */
    CreatePaymentLink: {
      /** @description What is sold: the heading of the page, and the description of each invoice. */
      name: string;
      /** @default null */
      description?: string | null;
      /**
       * @description What is sold, at the prices of the moment in which somebody buys. Either this or `amount`.
       * @default null
       */
      products?: components['schemas']['ProductLineInput'][] | null;
      /**
       * @description BRL. Instead of `products`: a product of this price, with the name of the link, is made for it. At most two decimals.
       * @default null
       */
      amount?: number | null;
      /** @enum {string} */
      payment_method?: 'pix' | 'card';
      /** @description The methods among which the payer chooses on the checkout. The first one is charged first, unless `payment_method` names another. A single charge is live at a time: whoever chooses another method takes the old charge back. */
      payment_methods?: ('pix' | 'card')[];
      /**
       * @description The most monthly parts of a card.
       * @default 1
       */
      installments?: number;
      /**
       * @description Whether the page asks for the code of a coupon.
       * @default false
       */
      accepts_coupons?: boolean;
      /**
       * @description How many may buy: invoices that are paid or may be paid count, those that ran out do not.
       * @default null
       */
      max_invoices?: number | null;
      /**
       * Format: date
       * @description The last day on which somebody can buy, in the store's time zone.
       * @default null
       */
      valid_until?: string | null;
      /**
       * @description Where the payer goes on once the invoice is paid or has ended: an https address at an origin that the store has registered in the panel.
       * @default null
       */
      return_url?: string | null;
      /**
       * @description Up to 50 labels of your own: names of up to 40 letters, digits, `_`, `.`, `-`; texts of up to 500.
       * @default {}
       */
      metadata?: {
        [key: string]: string;
      };
    };
    /** CreateProduct */
    CreateProduct: {
      name: string;
      /** @default null */
      description?: string | null;
      /** @description BRL. Invoices keep the price at which they were made. At most two decimals. */
      price: number;
      /** @default null */
      sku?: string | null;
      /**
       * @description Up to 50 labels of your own: names of up to 40 letters, digits, `_`, `.`, `-`; texts of up to 500.
       * @default {}
       */
      metadata?: {
        [key: string]: string;
      };
    };
    /** CreateSubscription */
    CreateSubscription: {
      customer_id: number;
      products: components['schemas']['ProductLineInput'][];
      /**
       * @description `pix_automatic` (Pix Automático): the payer agrees once, and the payer’s bank debits each charge. Until then, and after the agreement has ended, each charge is paid by a Pix code.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      authorization?: components['schemas']['RequestAuthorization'];
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      /**
       * @description Every so many weeks, months or years; three years at most.
       * @default 1
       */
      interval_count?: number;
      /**
       * @description On which day charges are due: of the month, where 31 means the last day of a month that is shorter; for the interval `week`, from 1 (Monday) to 7 (Sunday). Unless given, the day on which it starts or its trial is over. The first charge is due on the first such day from then on; the days before it cost nothing.
       * @default null
       */
      anchor_day?: number | null;
      /**
       * Format: date
       * @description A day in the store's time zone; today unless given.
       * @default null
       */
      start_date?: string | null;
      /**
       * @description Days from the start that cost nothing.
       * @default 0
       */
      trial_days?: number;
      /**
       * @description After so many charges it ends; not together with `end_date`.
       * @default null
       */
      cycles?: number | null;
      /**
       * Format: date
       * @description No charge is due after this day; not together with `cycles`.
       * @default null
       */
      end_date?: string | null;
      /**
       * @description How many days before it is due a Pix or boleto invoice is made. A card is charged on the day itself. The store's setting unless given.
       * @default null
       */
      days_before_due?: number | null;
      /**
       * @description The gateway's token of the card on file, for card subscriptions. Without one the payer submits a card at the checkout of the first invoice, and it is kept for the next.
       * @default null
       */
      card_token?: string | null;
      /**
       * @description Instead of a token: a saved card of the customer. `null` takes the card off.
       * @default null
       */
      saved_card_id?: number | null;
      /**
       * @description The code of a coupon, from the next invoice on: for as many cycles as the coupon says. `null` takes it off.
       * @default null
       */
      coupon?: string | null;
      /**
       * @description The description of each invoice.
       * @default null
       */
      description?: string | null;
      /**
       * @description The client system's own id for it.
       * @default null
       */
      external_reference?: string | null;
      /**
       * @description Up to 50 labels of your own: names of up to 40 letters, digits, `_`, `.`, `-`; texts of up to 500.
       * @default {}
       */
      metadata?: {
        [key: string]: string;
      };
    };
    /** CreateWebhook */
    CreateWebhook: {
      /**
       * Format: uri
       * @description An https address without user and password, on port 443 or 8443; in the sandbox also http, any port.
       */
      url: string;
      /** @description Event names, or `*` for all of them but `audit.recorded`, also those that do not exist yet. */
      events: (
        | '*'
        | 'invoice.created'
        | 'invoice.payment_confirmed'
        | 'invoice.payment_registered'
        | 'invoice.refused'
        | 'invoice.updated'
        | 'invoice.abandoned'
        | 'subscription.created'
        | 'subscription.renewed'
        | 'invoice.overdue'
        | 'invoice.expired'
        | 'invoice.canceled'
        | 'invoice.refunded'
        | 'invoice.overpaid'
        | 'invoice.disputed'
        | 'invoice.dispute_answer_due'
        | 'invoice.dispute_updated'
        | 'invoice.dispute_closed'
        | 'subscription.canceled'
        | 'subscription.payment_failed'
        | 'subscription.updated'
        | 'subscription.trial_ended'
        | 'subscription.past_due'
        | 'subscription.paused'
        | 'subscription.resumed'
        | 'subscription.ended'
        | 'subscription.authorized'
        | 'subscription.authorization_refused'
        | 'subscription.authorization_canceled'
        | 'payout.created'
        | 'payout.paid'
        | 'payout.failed'
        | 'payout.reconciled'
        | 'customer.erased'
        | 'audit.recorded'
      )[];
      /** @default null */
      description?: string | null;
      /** @description `whsec_` and the base64 of 24 to 64 random bytes. Leave it out to get one. */
      secret?: string;
    };
    /** CreatedWebhook */
    CreatedWebhook: {
      id: number;
      url: string;
      events: string[];
      description: string | null;
      enabled: boolean;
      /** @description Why it was switched off by the platform: `gone` when it answered 410. Null when it was not. */
      disabled_reason: string | null;
      /**
       * Format: date-time
       * @description Until when the secret before the last rotation signs too, in real time; null when none does.
       */
      previous_secret_expires_at: string | null;
      /**
       * Format: date-time
       * @description Since when nothing has succeeded although something failed; null while all is well.
       */
      failing_since: string | null;
      /**
       * Format: date-time
       * @description Since when its events are held, after a day of failures; null while they are sent.
       */
      paused_at: string | null;
      /**
       * Format: date-time
       * @description When a held event is tried next, to see whether the receiver is back.
       */
      next_probe_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
      /** @description Signs every delivery. Shown this once. */
      secret: string;
    };
    /** Customer */
    Customer: {
      id: number;
      /** @description Null once erased, as is `email`. */
      name: string | null;
      email: string | null;
      /** @description CPF or CNPJ without punctuation. */
      document: string | null;
      phone: string | null;
      address: components['schemas']['Address'] | null;
      /** @enum {string|null} */
      language: 'pt' | 'en' | 'es' | null;
      accepts_reminders: boolean;
      /**
       * @description Why the customer gets no reminders: `unsubscribed` by its own hand, `bounced` by its mail server, `complained` about a mail, or by the `store`.
       * @enum {string|null}
       */
      reminder_stop: 'unsubscribed' | 'bounced' | 'complained' | 'store' | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      /** @description Archived customers stay readable and get no new invoices. */
      active: boolean;
      /**
       * Format: date-time
       * @description When the personal data of the customer was erased.
       */
      erased_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
    };
    /** CustomerErasedData */
    CustomerErasedData: {
      customer_id: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      erased_at: string;
    };
    /** CustomerErasedEvent */
    CustomerErasedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'customer.erased';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['CustomerErasedData'];
    };
    /** CustomerList */
    CustomerList: {
      data: components['schemas']['Customer'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** Delivery */
    Delivery: {
      id: number;
      webhook_id: number;
      event_id: number;
      /** @enum {string} */
      event:
        | 'invoice.created'
        | 'invoice.payment_confirmed'
        | 'invoice.payment_registered'
        | 'invoice.refused'
        | 'invoice.updated'
        | 'invoice.abandoned'
        | 'subscription.created'
        | 'subscription.renewed'
        | 'invoice.overdue'
        | 'invoice.expired'
        | 'invoice.canceled'
        | 'invoice.refunded'
        | 'invoice.overpaid'
        | 'invoice.disputed'
        | 'invoice.dispute_answer_due'
        | 'invoice.dispute_updated'
        | 'invoice.dispute_closed'
        | 'subscription.canceled'
        | 'subscription.payment_failed'
        | 'subscription.updated'
        | 'subscription.trial_ended'
        | 'subscription.past_due'
        | 'subscription.paused'
        | 'subscription.resumed'
        | 'subscription.ended'
        | 'subscription.authorized'
        | 'subscription.authorization_refused'
        | 'subscription.authorization_canceled'
        | 'payout.created'
        | 'payout.paid'
        | 'payout.failed'
        | 'payout.reconciled'
        | 'customer.erased'
        | 'audit.recorded'
        | 'webhook.test';
      /** @enum {string} */
      status: 'pending' | 'delivered' | 'failed' | 'canceled';
      /** @description How many were made. */
      attempts: number;
      /**
       * Format: date-time
       * @description Null when there will be none.
       */
      next_attempt_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** Format: date-time */
      completed_at: string | null;
    };
    /** DeliveryAttempt */
    DeliveryAttempt: {
      /** @description 1 for the first. */
      number: number;
      /**
       * @description `interrupted`: nobody saw it end, and the event may have arrived.
       * @enum {string}
       */
      outcome: 'succeeded' | 'failed' | 'interrupted';
      /** Format: date-time */
      started_at: string | null;
      duration_ms: number | null;
      /** @description Where it went; the URL of a webhook may change between attempts. */
      url: string | null;
      /** @description With the signatures, never a secret. Null where the attempt was not seen to end. */
      request_headers: {
        [key: string]: string;
      } | null;
      /** @description Null when there was no answer. */
      status_code: number | null;
      /** @description Up to 8 KiB, without cookies. */
      response_headers: {
        [key: string]: string;
      } | null;
      /** @description The first 4 KiB, as text. */
      response_body: string | null;
      /** @description The failure, in words; null for success. */
      error: string | null;
    };
    /** DeliveryList */
    DeliveryList: {
      data: components['schemas']['Delivery'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** DeliveryLog */
    DeliveryLog: {
      id: number;
      webhook_id: number;
      event_id: number;
      /** @enum {string} */
      event:
        | 'invoice.created'
        | 'invoice.payment_confirmed'
        | 'invoice.payment_registered'
        | 'invoice.refused'
        | 'invoice.updated'
        | 'invoice.abandoned'
        | 'subscription.created'
        | 'subscription.renewed'
        | 'invoice.overdue'
        | 'invoice.expired'
        | 'invoice.canceled'
        | 'invoice.refunded'
        | 'invoice.overpaid'
        | 'invoice.disputed'
        | 'invoice.dispute_answer_due'
        | 'invoice.dispute_updated'
        | 'invoice.dispute_closed'
        | 'subscription.canceled'
        | 'subscription.payment_failed'
        | 'subscription.updated'
        | 'subscription.trial_ended'
        | 'subscription.past_due'
        | 'subscription.paused'
        | 'subscription.resumed'
        | 'subscription.ended'
        | 'subscription.authorized'
        | 'subscription.authorization_refused'
        | 'subscription.authorization_canceled'
        | 'payout.created'
        | 'payout.paid'
        | 'payout.failed'
        | 'payout.reconciled'
        | 'customer.erased'
        | 'audit.recorded'
        | 'webhook.test';
      /** @enum {string} */
      status: 'pending' | 'delivered' | 'failed' | 'canceled';
      /** @description How many were made. */
      attempts: number;
      /**
       * Format: date-time
       * @description Null when there will be none.
       */
      next_attempt_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** Format: date-time */
      completed_at: string | null;
      /** @description The bytes that every attempt sent and that the signatures cover. */
      request_body: string;
      /** @description The attempts, the first one first; the latest hundred when there were more. */
      attempt_log: components['schemas']['DeliveryAttempt'][];
    };
    /** Discount */
    Discount: {
      /** @enum {string} */
      type: 'fixed' | 'percentage';
      /** @description BRL, or percent. */
      value: number;
      /** Format: date */
      until: string | null;
    };
    /**
     * DiscountInput
     * @description `percentage` of the subtotal. With `until`, only for who pays on that day or before.
     */
    DiscountInput: {
      /** @enum {string} */
      type: 'fixed' | 'percentage';
      /** @description BRL with at most two decimals, or percent (up to 100) with at most four. */
      value: number;
      /**
       * Format: date
       * @default null
       */
      until?: string | null;
    };
    /** Dispute */
    Dispute: {
      id: number;
      invoice_id: number;
      /** @description The money that the bank of the payer wants back. */
      payment_id: number;
      /**
       * @description `chargeback`: of a card. `med`: a Pix, by the special mechanism of return (MED).
       * @enum {string}
       */
      kind: 'chargeback' | 'med';
      /**
       * @description `open`: the store can answer. `under_review`: the bank decides. `won`, `lost`: it has decided.
       * @enum {string}
       */
      status: 'open' | 'under_review' | 'won' | 'lost';
      /** @description BRL, with at most two decimals. */
      amount: number;
      /** @description The gateway's word. */
      reason: string;
      /** @description The id at the gateway. */
      gateway_dispute_id: string;
      /**
       * @description The answer of the store. `awaited`: it can answer; `sending`: the answer is on its way to the gateway; `sent`; `refused`: the gateway did not take it, answer again; `lapsed`: the time is over. Null: nobody asks for an answer.
       * @enum {string|null}
       */
      answer: 'awaited' | 'sending' | 'sent' | 'refused' | 'lapsed' | null;
      /**
       * Format: date-time
       * @description Until then the store can answer.
       */
      answer_until: string | null;
      /**
       * Format: date-time
       * @description When the store answered.
       */
      answered_at: string | null;
      /** @description Why the gateway did not take the answer, in its word. */
      answer_refusal: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
    };
    /** DisputeFile */
    DisputeFile: {
      id: number;
      /** @enum {string} */
      kind:
        | 'receipt'
        | 'customer_communication'
        | 'service_documentation'
        | 'shipping_documentation'
        | 'refund_policy'
        | 'cancellation_policy'
        | 'customer_signature'
        | 'other';
      name: string;
      /** @enum {string} */
      media_type: 'application/pdf' | 'image/png' | 'image/jpeg';
      /** @description Bytes. */
      size: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    /** DisputeFileList */
    DisputeFileList: {
      data: components['schemas']['DisputeFile'][];
    };
    /** DisputeList */
    DisputeList: {
      data: components['schemas']['Dispute'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /**
     * Event
     * @description Exactly what webhooks were sent: `webhooks` has the `data` of each event.
     */
    Event: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event:
        | 'invoice.created'
        | 'invoice.payment_confirmed'
        | 'invoice.payment_registered'
        | 'invoice.refused'
        | 'invoice.updated'
        | 'invoice.abandoned'
        | 'subscription.created'
        | 'subscription.renewed'
        | 'invoice.overdue'
        | 'invoice.expired'
        | 'invoice.canceled'
        | 'invoice.refunded'
        | 'invoice.overpaid'
        | 'invoice.disputed'
        | 'invoice.dispute_answer_due'
        | 'invoice.dispute_updated'
        | 'invoice.dispute_closed'
        | 'subscription.canceled'
        | 'subscription.payment_failed'
        | 'subscription.updated'
        | 'subscription.trial_ended'
        | 'subscription.past_due'
        | 'subscription.paused'
        | 'subscription.resumed'
        | 'subscription.ended'
        | 'subscription.authorized'
        | 'subscription.authorization_refused'
        | 'subscription.authorization_canceled'
        | 'payout.created'
        | 'payout.paid'
        | 'payout.failed'
        | 'payout.reconciled'
        | 'customer.erased'
        | 'audit.recorded'
        | 'webhook.test';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      /** @description The resource of the event, as it was when the event happened. */
      data: Record<string, never>;
    };
    /** EventCustomer */
    EventCustomer: {
      id: number;
      /** @description Null once the customer was erased, as the address. */
      name: string | null;
      email: string | null;
    };
    /** EventCycle */
    EventCycle: {
      number: number;
      /** Format: date */
      due_date: string;
      /**
       * Format: date
       * @description The first day after the period.
       */
      period_end: string;
    };
    /** EventDeliveries */
    EventDeliveries: {
      data: components['schemas']['Delivery'][];
    };
    /** EventList */
    EventList: {
      data: components['schemas']['Event'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** EventStore */
    EventStore: {
      id: number;
      name: string;
    };
    /** FieldError */
    FieldError: {
      /** @description Path as you write it: `products[0].quantity`. Empty: the whole body. */
      field: string;
      /** @description Stable, for programs. */
      code: string;
      /** @description The problem, and the value to send instead. */
      message: string;
    };
    /** Fine */
    Fine: {
      /** @enum {string} */
      type: 'fixed' | 'percentage';
      /** @description BRL, or percent. */
      value: number;
    };
    /**
     * FineInput
     * @description Once, when it is paid after the due date: `percentage` of what was due. A boleto, or a Pix invoice with due_date, that names none gets the one of the store's settings, when it is created or when an invoice becomes one; an invoice that stops being one loses it again. `null`: none.
     */
    FineInput: {
      /** @enum {string} */
      type: 'fixed' | 'percentage';
      /** @description BRL with at most two decimals, or percent (up to 100) with at most four. */
      value: number;
    };
    /** GatewayBalance */
    GatewayBalance: {
      gateway: string;
      /** @description BRL, with at most two decimals; may be negative. */
      available: number;
      /** @description BRL, with at most two decimals; may be negative. */
      pending: number;
    };
    /** GatewayCustomer */
    GatewayCustomer: {
      gateway: string;
      /** @description At the gateway. */
      id: string;
    };
    /** GrantCreditNote */
    GrantCreditNote: {
      /** @description At most two decimals. */
      amount: number;
      /** @description Why. */
      reason: string;
    };
    /**
     * InstallmentInterest
     * @description The store's table of the day on which the invoice was made; null: no number of parts costs interest.
     */
    InstallmentInterest: {
      /** @description So many parts cost no interest. */
      free_up_to: number;
      /** @description Percent a month, for more parts (Tabela Price). */
      monthly_rate: number;
    };
    /** InstallmentPlan */
    InstallmentPlan: {
      installments: number;
      /** @description Each part; without interest rounded to the cent. */
      installment_amount: number;
      /** @description The part of total that is interest. */
      interest_amount: number;
      /** @description The amount that a card payment in so many parts charges. */
      total: number;
      /** @description Percent a month (Tabela Price); 0 without interest. */
      monthly_rate: number;
      /** @description CET: percent a year at which the parts, a month apart, are worth amount_due. */
      effective_annual_cost: number;
    };
    /** Interest */
    Interest: {
      /** @enum {string} */
      type: 'fixed' | 'percentage';
      /** @description BRL, or percent. */
      value: number;
    };
    /**
     * InterestInput
     * @description For each day after the due date, simple: `percentage` of what was due, a day. 1 % a month is 0.0333, and 1 is 1 % a day, about 30 % a month. A boleto, or a Pix invoice with due_date, that names none gets the one of the store's settings, when it is created or when an invoice becomes one; an invoice that stops being one loses it again. `null`: none.
     */
    InterestInput: {
      /** @enum {string} */
      type: 'fixed' | 'percentage';
      /** @description BRL with at most two decimals, or percent (up to 100) with at most four. */
      value: number;
    };
    /** Invoice */
    Invoice: {
      id: number;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      checkout_hash: string;
      /** @description The payer's page. */
      checkout_url: string;
      customer: components['schemas']['Customer'];
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      products: components['schemas']['InvoiceLine'][];
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The amount that is still to be paid today: late fees included, payments taken off. */
      amount_due: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of total that the store does not expect any more. Money that comes all the same takes it back. */
      amount_written_off: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      discount: components['schemas']['Discount'] | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      coupon_id: number | null;
      /** @description Whether the checkout asks the payer if the store may keep the card. */
      offer_card_saving: boolean;
      /** @description Where the payer goes on once the invoice is paid or has ended. */
      return_url: string | null;
      fine: components['schemas']['Fine'] | null;
      interest: components['schemas']['Interest'] | null;
      installments: number;
      installment_interest: components['schemas']['InstallmentInterest'] | null;
      pix_expires_in: number | null;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The methods among which the payer chooses, `payment_method` among them. */
      payment_methods: ('pix' | 'boleto' | 'card')[];
      /** Format: date */
      due_date: string | null;
      /** Format: date-time */
      paid_at: string | null;
      pix: components['schemas']['Pix'] | null;
      boleto: components['schemas']['Boleto'] | null;
      card: components['schemas']['Card'] | null;
      payments: components['schemas']['Payment'][];
      /** @description Money that came past every gateway, as cash or by transfer; those that were taken back too. */
      external_payments: components['schemas']['ReceivedPayment'][];
      description: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
    };
    /** InvoiceAbandonedData */
    InvoiceAbandonedData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      checkout: components['schemas']['CheckoutProgress'];
    };
    /** InvoiceAbandonedEvent */
    InvoiceAbandonedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.abandoned';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceAbandonedData'];
    };
    /** InvoiceCanceledData */
    InvoiceCanceledData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      /** @description Of an invoice that the store wrote off: the loss. */
      amount_written_off?: number;
    };
    /** InvoiceCanceledEvent */
    InvoiceCanceledEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.canceled';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceCanceledData'];
    };
    /** InvoiceCreatedData */
    InvoiceCreatedData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
    };
    /** InvoiceCreatedEvent */
    InvoiceCreatedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.created';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceCreatedData'];
    };
    /** InvoiceDisputeAnswerDueData */
    InvoiceDisputeAnswerDueData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      dispute_id: number;
      /** @description The money that it is part of, by its `id` in `received`. */
      payment_id: number;
      /** @enum {string} */
      dispute_status: 'open' | 'under_review' | 'won' | 'lost';
      /**
       * @description `chargeback`: of a card. `med`: a Pix that the payer disputes (MED).
       * @enum {string}
       */
      dispute_kind: 'chargeback' | 'med';
      /** @description The amount that the bank of the payer wants back. */
      amount: number;
      /** @description The gateway's word. */
      reason: string | null;
      /**
       * @description The answer of the store. `awaited`: it can answer; `sending`: the answer is on its way to the gateway; `sent`; `refused`: the gateway did not take it, answer again; `lapsed`: the time is over. Null: nobody asks for an answer.
       * @enum {string|null}
       */
      answer: 'awaited' | 'sending' | 'sent' | 'refused' | 'lapsed' | null;
      /**
       * Format: date-time
       * @description Until then the store can answer.
       */
      answer_until: string | null;
      /** @enum {number} */
      days_left: 7 | 3 | 1;
    };
    /** InvoiceDisputeAnswerDueEvent */
    InvoiceDisputeAnswerDueEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.dispute_answer_due';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceDisputeAnswerDueData'];
    };
    /** InvoiceDisputeClosedData */
    InvoiceDisputeClosedData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      dispute_id: number;
      /** @description The money that it is part of, by its `id` in `received`. */
      payment_id: number;
      /** @enum {string} */
      dispute_status: 'open' | 'under_review' | 'won' | 'lost';
      /**
       * @description `chargeback`: of a card. `med`: a Pix that the payer disputes (MED).
       * @enum {string}
       */
      dispute_kind: 'chargeback' | 'med';
      /** @description The amount that the bank of the payer wants back. */
      amount: number;
      /** @description The gateway's word. */
      reason: string | null;
      /**
       * @description The answer of the store. `awaited`: it can answer; `sending`: the answer is on its way to the gateway; `sent`; `refused`: the gateway did not take it, answer again; `lapsed`: the time is over. Null: nobody asks for an answer.
       * @enum {string|null}
       */
      answer: 'awaited' | 'sending' | 'sent' | 'refused' | 'lapsed' | null;
      /**
       * Format: date-time
       * @description Until then the store can answer.
       */
      answer_until: string | null;
    };
    /** InvoiceDisputeClosedEvent */
    InvoiceDisputeClosedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.dispute_closed';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceDisputeClosedData'];
    };
    /** InvoiceDisputeUpdatedData */
    InvoiceDisputeUpdatedData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      dispute_id: number;
      /** @description The money that it is part of, by its `id` in `received`. */
      payment_id: number;
      /** @enum {string} */
      dispute_status: 'open' | 'under_review' | 'won' | 'lost';
      /**
       * @description `chargeback`: of a card. `med`: a Pix that the payer disputes (MED).
       * @enum {string}
       */
      dispute_kind: 'chargeback' | 'med';
      /** @description The amount that the bank of the payer wants back. */
      amount: number;
      /** @description The gateway's word. */
      reason: string | null;
      /**
       * @description The answer of the store. `awaited`: it can answer; `sending`: the answer is on its way to the gateway; `sent`; `refused`: the gateway did not take it, answer again; `lapsed`: the time is over. Null: nobody asks for an answer.
       * @enum {string|null}
       */
      answer: 'awaited' | 'sending' | 'sent' | 'refused' | 'lapsed' | null;
      /**
       * Format: date-time
       * @description Until then the store can answer.
       */
      answer_until: string | null;
    };
    /** InvoiceDisputeUpdatedEvent */
    InvoiceDisputeUpdatedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.dispute_updated';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceDisputeUpdatedData'];
    };
    /** InvoiceDisputedData */
    InvoiceDisputedData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      dispute_id: number;
      /** @description The money that it is part of, by its `id` in `received`. */
      payment_id: number;
      /** @enum {string} */
      dispute_status: 'open' | 'under_review' | 'won' | 'lost';
      /**
       * @description `chargeback`: of a card. `med`: a Pix that the payer disputes (MED).
       * @enum {string}
       */
      dispute_kind: 'chargeback' | 'med';
      /** @description The amount that the bank of the payer wants back. */
      amount: number;
      /** @description The gateway's word. */
      reason: string | null;
      /**
       * @description The answer of the store. `awaited`: it can answer; `sending`: the answer is on its way to the gateway; `sent`; `refused`: the gateway did not take it, answer again; `lapsed`: the time is over. Null: nobody asks for an answer.
       * @enum {string|null}
       */
      answer: 'awaited' | 'sending' | 'sent' | 'refused' | 'lapsed' | null;
      /**
       * Format: date-time
       * @description Until then the store can answer.
       */
      answer_until: string | null;
    };
    /** InvoiceDisputedEvent */
    InvoiceDisputedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.disputed';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceDisputedData'];
    };
    /** InvoiceExpiredData */
    InvoiceExpiredData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
    };
    /** InvoiceExpiredEvent */
    InvoiceExpiredEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.expired';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceExpiredData'];
    };
    /** InvoiceLine */
    InvoiceLine: {
      /** @description null: a line with a name and price of its own. */
      product_id: number | null;
      /** @description As it was sold. */
      name: string;
      quantity: number;
      /** @description As it was sold. */
      unit_price: number;
      /** @description BRL, with at most two decimals. */
      amount: number;
    };
    /** InvoiceLineInput */
    InvoiceLineInput: {
      /** @description Sells a product at its present name and price. */
      product_id?: number;
      /** @description Instead of `product_id`, with `unit_price`: sells something that is no product. */
      name?: string;
      /** @description BRL. Instead of `product_id`, with `name`. At most two decimals. */
      unit_price?: number;
      quantity: number;
    };
    /** InvoiceList */
    InvoiceList: {
      data: components['schemas']['Invoice'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** InvoiceOverdueData */
    InvoiceOverdueData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
    };
    /** InvoiceOverdueEvent */
    InvoiceOverdueEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.overdue';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceOverdueData'];
    };
    /** InvoiceOverpaidData */
    InvoiceOverpaidData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      /** @description The money that arrived. */
      amount: number;
      /** @description All that came too much. */
      amount_overpaid: number;
      /** @description The `id` of the payment in `payments` of the invoice. */
      attempt_id?: number;
    };
    /** InvoiceOverpaidEvent */
    InvoiceOverpaidEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.overpaid';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceOverpaidData'];
    };
    /** InvoicePaymentConfirmedData */
    InvoicePaymentConfirmedData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      /** @description The money that arrived. */
      amount: number;
      /** @description The `id` of the payment in `payments` of the invoice. */
      attempt_id?: number;
    };
    /** InvoicePaymentConfirmedEvent */
    InvoicePaymentConfirmedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.payment_confirmed';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoicePaymentConfirmedData'];
    };
    /** InvoicePaymentRegisteredData */
    InvoicePaymentRegisteredData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      /** @description The `id` of the payment in `payments` of the invoice. */
      attempt_id: number;
      pix: components['schemas']['Pix'] | null;
      boleto: components['schemas']['Boleto'] | null;
      card: components['schemas']['Card'] | null;
    };
    /** InvoicePaymentRegisteredEvent */
    InvoicePaymentRegisteredEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.payment_registered';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoicePaymentRegisteredData'];
    };
    /** InvoiceRefundedData */
    InvoiceRefundedData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      refund_id: number;
      /** @description The money that it is part of, by its `id` in `received`. */
      payment_id: number;
      /** @description The amount of the refund. */
      amount: number;
      /** @description The dispute by whose loss the money went back. */
      dispute_id?: number;
    };
    /** InvoiceRefundedEvent */
    InvoiceRefundedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.refunded';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceRefundedData'];
    };
    /** InvoiceRefusedData */
    InvoiceRefusedData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      /** @description The `id` of the payment in `payments` of the invoice. */
      attempt_id: number;
      /** @description In the words that docs/gateways.md lists; the sandbox says what it is told. */
      reason: string;
    };
    /** InvoiceRefusedEvent */
    InvoiceRefusedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.refused';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceRefusedData'];
    };
    /** InvoiceReminder */
    InvoiceReminder: {
      /**
       * @description The way by which the payer is reminded.
       * @default email
       * @enum {string}
       */
      channel?: 'email' | 'sms' | 'whatsapp';
    };
    /** InvoiceReminders */
    InvoiceReminders: {
      invoice_id: number;
      /**
       * Format: date-time
       * @description Since when the store holds them back.
       */
      held_at: string | null;
      next: components['schemas']['NextReminder'] | null;
    };
    /** InvoiceUpdatedData */
    InvoiceUpdatedData: {
      invoice_id: number;
      /**
       * @description Before the change; null for a new invoice.
       * @enum {string|null}
       */
      previous_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded'
        | null;
      /** @enum {string} */
      status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount: the amount that is due on time, and once paid, the amount that was due that day. */
      total: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The part of total that credit notes took off. */
      amount_credited: number;
      /** @description The part of amount_paid that a bank wants back, and has not decided about. Lost, it is in amount_refunded. */
      amount_disputed: number;
      /**
       * @description The method by which it is charged now, or was paid.
       * @enum {string}
       */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The subscription that made it; null: none did. */
      subscription_id: number | null;
      /** @description The payment link at which its payer bought. */
      payment_link_id: number | null;
      /** @description The code of the coupon that gave `discount`. */
      coupon: string | null;
      /** Format: date */
      due_date: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      /** @description The names of the fields that changed. */
      changed?: string[];
      /** @description The `id` of the payment in `payments` of the invoice. */
      attempt_id?: number;
      /** @description The money that arrived, or the amount of the refund. */
      amount?: number;
      /** @description Still to be paid after the money that arrived. */
      amount_due?: number;
      refund_id?: number;
      /** @description The money that it is part of, by its `id` in `received`. */
      payment_id?: number;
      /**
       * @description The store took back that the money came.
       * @enum {string}
       */
      payment_status?: 'reversed';
      /**
       * @description The outcome of a refund that gave nothing back.
       * @enum {string}
       */
      refund_status?: 'failed' | 'rejected' | 'given_back_twice';
      /** @description Why the refund failed, or why the store took a payment back: null once the customer was erased. */
      reason?: string | null;
    };
    /** InvoiceUpdatedEvent */
    InvoiceUpdatedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'invoice.updated';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['InvoiceUpdatedData'];
    };
    /** LedgerEntry */
    LedgerEntry: {
      id: number;
      /** @description The entries of a transaction come to zero. */
      transaction_id: number;
      /** @enum {string} */
      kind:
        | 'payment'
        | 'payment_reversed'
        | 'surplus'
        | 'refund'
        | 'refund_reversed'
        | 'fee'
        | 'moved'
        | 'dispute'
        | 'payout'
        | 'payout_returned'
        | 'credit_note'
        | 'write_off'
        | 'write_off_recovered';
      source: components['schemas']['LedgerSource'];
      /** @enum {string} */
      account:
        | 'receivable'
        | 'gateway_balance'
        | 'bank'
        | 'external'
        | 'fees'
        | 'refunds'
        | 'disputes'
        | 'surplus'
        | 'credit_notes'
        | 'write_offs';
      /** @description The gateway that holds the money; of `gateway_balance` alone. */
      gateway: string | null;
      /** @description BRL: positive on the debit side, negative on the credit side. */
      amount: number;
      /**
       * Format: date
       * @description The day of the store from which it counts; for a gateway, when it is available.
       */
      counts_on: string;
      invoice_id: number | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      posted_at: string;
    };
    /** LedgerEntryList */
    LedgerEntryList: {
      data: components['schemas']['LedgerEntry'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /**
     * LedgerSource
     * @description The row that caused it.
     */
    LedgerSource: {
      /** @enum {string} */
      type: 'payment' | 'invoice' | 'refund' | 'dispute' | 'payout' | 'concession';
      id: number;
    };
    /** Message */
    Message: {
      id: number;
      invoice_id: number;
      /** @enum {string} */
      kind: 'reminder' | 'receipt' | 'refund_notice';
      /** @enum {string} */
      channel: 'email' | 'sms' | 'whatsapp';
      /** @description The step of the schedule that a reminder is of; null where the store asked for it by hand. */
      step: string | null;
      /**
       * Format: date
       * @description The due date that a reminder counted from.
       */
      due_date: string | null;
      /** @description The refund that a notice tells of. */
      refund_id: number | null;
      /**
       * @description `queued`: to be sent. `sending`: being handed over. `sent`: taken by the mail server or provider. `skipped`: no reason to send it any more. `failed`: refused. `unknown`: the connection ended while it was handed over; it is not sent again. `bounced`, `complained`: its receiver said so afterwards.
       * @enum {string}
       */
      status: 'queued' | 'sending' | 'sent' | 'skipped' | 'failed' | 'unknown' | 'bounced' | 'complained';
      /** @description Why it was not sent, or did not arrive; `simulated` in the sandbox. */
      reason: string | null;
      /**
       * Format: date-time
       * @description Not sooner.
       */
      send_at: string;
      /** Format: date-time */
      sent_at: string | null;
      /** @description The id at the provider of SMS and WhatsApp messages. */
      provider_id: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    /** MessageList */
    MessageList: {
      data: components['schemas']['Message'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** MessageWords */
    MessageWords: {
      subject: string | null;
      text: string;
      whatsapp_template: string | null;
    };
    /** MessageWordsInput */
    MessageWordsInput: {
      /**
       * @description Only of an e-mail; the platform's where it is null.
       * @default null
       */
      subject?: string | null;
      text: string;
      /**
       * @description Its places are `{{1}}` first name, `{{2}}` store, `{{3}}` amount, `{{4}}` due date, `{{5}}` link.
       * @default null
       */
      whatsapp_template?: string | null;
    };
    /** MoneyFile */
    MoneyFile: {
      file_name: string;
      content_type: string;
      /** @description The bytes of the file, in Base64 (RFC 4648). */
      content: string;
    };
    /** MoneyReport */
    MoneyReport: {
      /** @description The oldest first; a period in which nothing moved is left out. */
      data: components['schemas']['MoneyReportRow'][];
    };
    /** MoneyReportRow */
    MoneyReportRow: {
      /** @description `2026-11-20`, or `2026-11`. */
      period: string;
      /** @description BRL of payers, by the day on which they paid. */
      received: number;
      /** @description The part of `received` that came past every gateway. */
      external: number;
      /** @description BRL, with at most two decimals; may be negative. */
      refunded: number;
      /** @description The prices of gateways, by the day of the payment. */
      fees: number;
      /** @description received − refunded − fees. */
      net: number;
      /** @description Disputes that began, less those that ended. */
      disputed: number;
      /** @description BRL that gateways sent to the bank account of the store. */
      paid_out: number;
      /** @description Credit notes. */
      credited: number;
      /** @description Write-offs, less what came all the same. */
      written_off: number;
    };
    /** NextReminder */
    NextReminder: {
      step: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
    };
    /** PauseSubscription */
    PauseSubscription: {
      /**
       * Format: date
       * @description The day on which it goes on by itself; unless given, when it is resumed.
       * @default null
       */
      resume_date?: string | null;
    };
    /**
     * PayerAccount
     * @description For `bank_request`: the account that is debited. It is forgotten once the bank was asked.
     */
    PayerAccount: {
      /** @description The number of the bank in the Pix (ISPB), eight characters. */
      ispb: string;
      /** @default null */
      branch?: string | null;
      account: string;
    };
    /** Payment */
    Payment: {
      id: number;
      /** @enum {string} */
      status: 'pending' | 'authorized' | 'paid' | 'refused' | 'canceled';
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card';
      /** @description The amount that it asks for. */
      amount: number;
      installments: number;
      /** @description The part of amount that paying in parts costs. */
      installment_interest_amount: number;
      /** @description The saved card that is charged, or as which the payer's card was saved. */
      saved_card_id: number | null;
      /** @description Why it was refused, in one list of words for every gateway: docs/gateways.md has them. The sandbox also says what it is told to say. */
      refusal_reason: string | null;
      /**
       * Format: date
       * @description The day on which the payer’s bank debits it (Pix Automático); null for a charge that a payer pays.
       */
      debited_on: string | null;
      /**
       * Format: date-time
       * @description When the gateway took it.
       */
      registered_at: string | null;
      /** @description Money that arrived by it, each its own. */
      received: components['schemas']['ReceivedMoney'][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    /** PaymentLink */
    PaymentLink: {
      id: number;
      /** @description The page at which anybody buys. */
      url: string;
      name: string;
      description: string | null;
      products: components['schemas']['PaymentLinkLine'][];
      /** @enum {string} */
      payment_method: 'pix' | 'card';
      /** @description The methods among which each payer chooses. */
      payment_methods: ('pix' | 'card')[];
      installments: number;
      accepts_coupons: boolean;
      max_invoices: number | null;
      /** Format: date */
      valid_until: string | null;
      /** @description Where its payers go on after they paid. */
      return_url: string | null;
      metadata: {
        [key: string]: string;
      };
      /** @description Nobody buys at an archived link; its invoices stay. */
      active: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
    };
    /** PaymentLinkLine */
    PaymentLinkLine: {
      product_id: number;
      quantity: number;
    };
    /** PaymentLinkList */
    PaymentLinkList: {
      data: components['schemas']['PaymentLink'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** PaymentList */
    PaymentList: {
      data: components['schemas']['Payment'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** Payout */
    Payout: {
      id: number;
      gateway: string;
      /** @description The id at the gateway. */
      gateway_payout_id: string;
      /** @enum {string} */
      status: 'pending' | 'paid' | 'failed';
      /** @description BRL, with at most two decimals. */
      amount: number;
      /**
       * Format: date
       * @description The day on which the bank of the store has it.
       */
      arrives_on: string;
      /** @description The gateway's word for a payout that failed. */
      failure_reason: string | null;
      /** @description BRL that the payments and refunds in it do not account for: 0 is as it should be. Null until the gateway has said what is in it. */
      unexplained: number | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
    };
    /** PayoutCreatedData */
    PayoutCreatedData: {
      payout_id: number;
      gateway: string;
      /** @description The id at the gateway. */
      gateway_payout_id: string;
      /** @enum {string} */
      status: 'pending' | 'paid' | 'failed';
      /** @description BRL, with at most two decimals. */
      amount: number;
      /**
       * Format: date
       * @description The day on which the bank of the store has it.
       */
      arrives_on: string;
      /** @description The gateway's word for a payout that failed. */
      failure_reason: string | null;
      /** @description BRL that the payments and refunds in it do not account for: 0 is as it should be. Null until the gateway has said what is in it. */
      unexplained: number | null;
      store: components['schemas']['EventStore'];
    };
    /** PayoutCreatedEvent */
    PayoutCreatedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'payout.created';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['PayoutCreatedData'];
    };
    /** PayoutFailedData */
    PayoutFailedData: {
      payout_id: number;
      gateway: string;
      /** @description The id at the gateway. */
      gateway_payout_id: string;
      /** @enum {string} */
      status: 'pending' | 'paid' | 'failed';
      /** @description BRL, with at most two decimals. */
      amount: number;
      /**
       * Format: date
       * @description The day on which the bank of the store has it.
       */
      arrives_on: string;
      /** @description The gateway's word for a payout that failed. */
      failure_reason: string | null;
      /** @description BRL that the payments and refunds in it do not account for: 0 is as it should be. Null until the gateway has said what is in it. */
      unexplained: number | null;
      store: components['schemas']['EventStore'];
    };
    /** PayoutFailedEvent */
    PayoutFailedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'payout.failed';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['PayoutFailedData'];
    };
    /** PayoutList */
    PayoutList: {
      data: components['schemas']['Payout'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** PayoutPaidData */
    PayoutPaidData: {
      payout_id: number;
      gateway: string;
      /** @description The id at the gateway. */
      gateway_payout_id: string;
      /** @enum {string} */
      status: 'pending' | 'paid' | 'failed';
      /** @description BRL, with at most two decimals. */
      amount: number;
      /**
       * Format: date
       * @description The day on which the bank of the store has it.
       */
      arrives_on: string;
      /** @description The gateway's word for a payout that failed. */
      failure_reason: string | null;
      /** @description BRL that the payments and refunds in it do not account for: 0 is as it should be. Null until the gateway has said what is in it. */
      unexplained: number | null;
      store: components['schemas']['EventStore'];
    };
    /** PayoutPaidEvent */
    PayoutPaidEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'payout.paid';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['PayoutPaidData'];
    };
    /** PayoutReconciledData */
    PayoutReconciledData: {
      payout_id: number;
      gateway: string;
      /** @description The id at the gateway. */
      gateway_payout_id: string;
      /** @enum {string} */
      status: 'pending' | 'paid' | 'failed';
      /** @description BRL, with at most two decimals. */
      amount: number;
      /**
       * Format: date
       * @description The day on which the bank of the store has it.
       */
      arrives_on: string;
      /** @description The gateway's word for a payout that failed. */
      failure_reason: string | null;
      /** @description BRL that the payments and refunds in it do not account for: 0 is as it should be. Null until the gateway has said what is in it. */
      unexplained: number | null;
      store: components['schemas']['EventStore'];
    };
    /** PayoutReconciledEvent */
    PayoutReconciledEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'payout.reconciled';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['PayoutReconciledData'];
    };
    /** PendingDay */
    PendingDay: {
      /** Format: date */
      date: string;
      /** @description BRL, with at most two decimals; may be negative. */
      amount: number;
    };
    /** PersonalData */
    PersonalData: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      exported_at: string;
      customer: components['schemas']['Customer'];
      saved_cards: components['schemas']['SavedCard'][];
      /** @description The customer at the gateway of the store. */
      gateway_customers: components['schemas']['GatewayCustomer'][];
      /** @description The acts on the customer in the panel, the oldest first: the first thousand. */
      audit: components['schemas']['AuditLine'][];
      subscriptions: components['schemas']['Subscription'][];
      invoices: components['schemas']['Invoice'][];
      refunds: components['schemas']['Refund'][];
      /** @description Credit notes and write-offs. */
      concessions: components['schemas']['Concession'][];
      /** @description Messages to the customer, without their texts. */
      messages: components['schemas']['Message'][];
      disputes: components['schemas']['Dispute'][];
      /** @description Files for answers to disputes, without contents. */
      dispute_files: components['schemas']['DisputeFile'][];
      events: components['schemas']['Event'][];
      /** @description The receivers of each event, and the times. */
      deliveries: components['schemas']['PersonalDataDelivery'][];
    };
    /** PersonalDataDelivery */
    PersonalDataDelivery: {
      id: number;
      webhook_id: number;
      event_id: number;
      /** @enum {string} */
      event:
        | 'invoice.created'
        | 'invoice.payment_confirmed'
        | 'invoice.payment_registered'
        | 'invoice.refused'
        | 'invoice.updated'
        | 'invoice.abandoned'
        | 'subscription.created'
        | 'subscription.renewed'
        | 'invoice.overdue'
        | 'invoice.expired'
        | 'invoice.canceled'
        | 'invoice.refunded'
        | 'invoice.overpaid'
        | 'invoice.disputed'
        | 'invoice.dispute_answer_due'
        | 'invoice.dispute_updated'
        | 'invoice.dispute_closed'
        | 'subscription.canceled'
        | 'subscription.payment_failed'
        | 'subscription.updated'
        | 'subscription.trial_ended'
        | 'subscription.past_due'
        | 'subscription.paused'
        | 'subscription.resumed'
        | 'subscription.ended'
        | 'subscription.authorized'
        | 'subscription.authorization_refused'
        | 'subscription.authorization_canceled'
        | 'payout.created'
        | 'payout.paid'
        | 'payout.failed'
        | 'payout.reconciled'
        | 'customer.erased'
        | 'audit.recorded'
        | 'webhook.test';
      /** @enum {string} */
      status: 'pending' | 'delivered' | 'failed' | 'canceled';
      /** @description How many were made. */
      attempts: number;
      /**
       * Format: date-time
       * @description Null when there will be none.
       */
      next_attempt_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** Format: date-time */
      completed_at: string | null;
      /** @description The hosts that were told. */
      receivers: string[];
    };
    /**
     * Pix
     * @description How it is paid by Pix; null for another method.
     */
    Pix: {
      /** @description BR Code: the text of the QR code, "copia e cola". */
      qr_code: string;
      /** @description Address of the QR code as SVG, while it can be paid. */
      qr_code_image: string;
      /** @description Null where the gateway keeps it to itself. */
      txid: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      expires_at: string;
    };
    /** PreviewMessage */
    PreviewMessage: {
      /**
       * @default reminder
       * @enum {string}
       */
      kind?: 'reminder' | 'receipt' | 'refund_notice';
      /** @description The step of a reminder; the first one unless given. */
      step?: string;
      /**
       * @description The schedule's own unless given.
       * @enum {string}
       */
      language?: 'pt' | 'en' | 'es';
      /** @description Written for this invoice; for a made-up one unless given. */
      invoice_id?: number;
    };
    /** Problem */
    Problem: {
      type: string;
      title: string;
      status: number;
      /** @description For people: what is wrong and what to do. */
      detail: string;
      /** @description Stable, for programs. */
      code: string;
      /** @description Also in the header X-Request-Id. Quote it when you ask for help. */
      request_id: string;
      /** @description Each field that is wrong, by name. */
      errors: components['schemas']['FieldError'][];
      /** @description Only with `amount_changed`: the amount that the invoice asks for now, in BRL. */
      amount?: number;
      advance?: components['schemas']['AdvanceUnderWay'];
      /** @description Only with `clock_ahead` and `clock_behind`, as the next two: whose it is. */
      invoice_id?: number;
      subscription_id?: number;
      delivery_id?: number;
    };
    /** Product */
    Product: {
      id: number;
      name: string;
      description: string | null;
      /** @description BRL, with at most two decimals. */
      price: number;
      sku: string | null;
      metadata: {
        [key: string]: string;
      };
      /** @description Archived products stay on the invoices that have them, and are sold no more. */
      active: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
    };
    /** ProductLineInput */
    ProductLineInput: {
      product_id: number;
      quantity: number;
    };
    /** ProductList */
    ProductList: {
      data: components['schemas']['Product'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** QuietHours */
    QuietHours: {
      from: string;
      until: string;
    };
    /** Quote */
    Quote: {
      invoice_id: number;
      /** Format: date */
      at: string;
      /** Format: date */
      due_date: string | null;
      /** @description Calendar days after the due date, moved to a business day; once paid, those of the payment. */
      days_late: number;
      /** @description The sum of the lines. */
      subtotal: number;
      /** @description BRL, with at most two decimals. */
      discount_amount: number;
      /** @description BRL, with at most two decimals. */
      fine_amount: number;
      /** @description BRL, with at most two decimals. */
      interest_amount: number;
      /** @description The interest of a card payment in parts, once it is paid; 0 before. */
      installment_interest_amount: number;
      /** @description subtotal − discount_amount + fine_amount + interest_amount + installment_interest_amount. */
      total: number;
      /** @description BRL, with at most two decimals. */
      amount_paid: number;
      /** @description BRL, with at most two decimals. */
      amount_credited: number;
      /** @description The amount that is still to be paid on that day; 0 once the invoice was paid, canceled, expired or abandoned. */
      amount_due: number;
      /** @description The card payments among which the payer chooses; empty where no card is taken, or nothing is to be paid. */
      installment_plans: components['schemas']['InstallmentPlan'][];
    };
    /** ReceivedMoney */
    ReceivedMoney: {
      /** @description The `payment_id` of a refund. */
      id: number;
      /** @description BRL, with at most two decimals. */
      amount: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      paid_at: string;
      /** @description The number by which all banks know a Pix; null for other money, and where the gateway keeps it to itself. */
      end_to_end_id: string | null;
    };
    /** ReceivedPayment */
    ReceivedPayment: {
      /** @description The `payment_id` of a refund. */
      id: number;
      invoice_id: number;
      /**
       * @description How it came. `cash`, `transfer`, `check` and `other` came past every gateway.
       * @enum {string}
       */
      method: 'pix' | 'boleto' | 'card' | 'cash' | 'transfer' | 'check' | 'other';
      /** @description The name of the gateway; `external` for money that came past every gateway. */
      gateway: string;
      /** @description BRL, with at most two decimals. */
      amount: number;
      /** @description BRL, with at most two decimals. */
      amount_refunded: number;
      /** @description The gateway's price; null until the gateway has said so. */
      fee: number | null;
      /** @description amount − fee; null while fee is. */
      net: number | null;
      /**
       * Format: date
       * @description The day on which the gateway lets the store have it, once it has said so.
       */
      available_on: string | null;
      /** @description The payout that brought it to the bank account of the store. */
      payout_id: number | null;
      /** @description The number by which all banks know a Pix; null for other money, and where the gateway keeps it to itself. */
      end_to_end_id: string | null;
      /** @description Of money that came past every gateway: who took it. */
      received_by: string | null;
      note: string | null;
      /**
       * Format: date-time
       * @description When the store took back that this money came.
       */
      reversed_at: string | null;
      reversal_reason: string | null;
      /**
       * Format: date-time
       * @description When the payer paid.
       */
      paid_at: string;
      /**
       * Format: date-time
       * @description When it was booked.
       */
      created_at: string;
    };
    /** ReceivedPaymentList */
    ReceivedPaymentList: {
      data: components['schemas']['ReceivedPayment'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** RecordExternalPayment */
    RecordExternalPayment: {
      /** @enum {string} */
      method: 'cash' | 'transfer' | 'check' | 'other';
      /** @description BRL. Everything that is missing on the day of the payment unless given. At most two decimals. */
      amount?: number;
      /**
       * Format: date-time
       * @description When the payer paid, from the creation of the invoice to now; now unless given.
       */
      paid_at?: string;
      /**
       * @description Who took it.
       * @default null
       */
      received_by?: string | null;
      /**
       * @description Why it came this way, or how it can be found again.
       * @default null
       */
      note?: string | null;
    };
    /** RedeliverFailed */
    RedeliverFailed: {
      /**
       * Format: date-time
       * @description Deliveries that were queued then or later.
       */
      since: string;
    };
    /** Redelivered */
    Redelivered: {
      /** @description How many are sent once more. */
      count: number;
      /** @description Whether there are more than the thousand that one request takes: ask again. */
      has_more: boolean;
    };
    /** Refund */
    Refund: {
      id: number;
      invoice_id: number;
      payment_id: number;
      /** @enum {string} */
      status: 'pending' | 'succeeded' | 'failed' | 'awaiting_approval' | 'rejected';
      /** @description BRL, with at most two decimals. */
      amount: number;
      /** @description The payout that it was taken from. */
      payout_id: number | null;
      reason: string | null;
      /** @description The gateway's word for a refund that failed. */
      failure_reason: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
    };
    /** RefundList */
    RefundList: {
      data: components['schemas']['Refund'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** ReminderSchedule */
    ReminderSchedule: {
      enabled: boolean;
      /** @enum {string} */
      language: 'pt' | 'en' | 'es';
      business_days_only: boolean;
      quiet_hours: components['schemas']['QuietHours'] | null;
      reply_to: string | null;
      receipts: boolean;
      refund_notices: boolean;
      receipt_words: {
        pt?: components['schemas']['MessageWords'];
        en?: components['schemas']['MessageWords'];
        es?: components['schemas']['MessageWords'];
      };
      refund_notice_words: {
        pt?: components['schemas']['MessageWords'];
        en?: components['schemas']['MessageWords'];
        es?: components['schemas']['MessageWords'];
      };
      twilio: components['schemas']['TwilioAccount'] | null;
      steps: components['schemas']['ReminderStep'][];
    };
    /** ReminderStep */
    ReminderStep: {
      name: string;
      days: number;
      time: string;
      /** @enum {string} */
      channel: 'email' | 'sms' | 'whatsapp';
      payment_methods: ('pix' | 'boleto' | 'card')[];
      words: {
        pt?: components['schemas']['MessageWords'];
        en?: components['schemas']['MessageWords'];
        es?: components['schemas']['MessageWords'];
      };
    };
    /** ReminderStepInput */
    ReminderStepInput: {
      /** @description An invoice gets one reminder of a name for a due date, also when the hour or the words change. */
      name: string;
      /** @description Days after the due date; negative: before it; 0: on it. */
      days: number;
      /**
       * @description `HH:MM` in the time zone of the store.
       * @default 09:00
       */
      time?: string;
      /**
       * @default email
       * @enum {string}
       */
      channel?: 'email' | 'sms' | 'whatsapp';
      /**
       * @description Invoices of these methods; empty: of all.
       * @default []
       */
      payment_methods?: ('pix' | 'boleto' | 'card')[];
      /**
       * @description The store's own words; the platform's where a language has none. Placeholders: `{{name}}` the name of the payer; `{{first_name}}` the first word of that name; `{{store}}` the name of the store; `{{amount}}` the amount to pay; in a receipt what was paid, in a refund notice what goes back; `{{due_date}}` the due date; `{{days}}` the days between the due date and the message; `{{description}}` the description of the invoice, or its number where it has none; `{{invoice}}` the number of the invoice; `{{link}}` the address of the page where the invoice is paid or shown.
       * @default {}
       */
      words?: {
        pt?: components['schemas']['MessageWordsInput'];
        en?: components['schemas']['MessageWordsInput'];
        es?: components['schemas']['MessageWordsInput'];
      };
    };
    /** RequestAuthorization */
    RequestAuthorization: {
      /**
       * @description How the payer agrees. `bank_request`: the payer’s bank asks in its app; `qr_code`: by a code; `first_payment`: by the code that pays the first charge. Unless given, `first_payment` where a charge is due now, and else `qr_code`.
       * @default null
       * @enum {string|null}
       */
      journey?: 'bank_request' | 'qr_code' | 'first_payment' | null;
      /** @default null */
      payer_account?: components['schemas']['PayerAccount'] | null;
    };
    /** RequestRefund */
    RequestRefund: {
      /** @description BRL. Everything that is left of the payment unless given. At most two decimals. */
      amount?: number;
      /** @description Which money to give back: an id of `payments[].received`. Needed only where several could be meant. */
      payment_id?: number;
      /** @default null */
      reason?: string | null;
    };
    /** RetrySubscription */
    RetrySubscription: {
      /**
       * @description Another card, which is put on file.
       * @default null
       */
      card_token?: string | null;
      /**
       * @description Instead of a token: a saved card of the customer, which is put on file.
       * @default null
       */
      saved_card_id?: number | null;
    };
    /** ReversePayment */
    ReversePayment: {
      reason: string;
    };
    /** RotateSecret */
    RotateSecret: {
      /**
       * @description How long the secret before signs too, up to a week; `0` ends it at once.
       * @default 86400
       */
      overlap_seconds?: number;
      /** @description `whsec_` and the base64 of 24 to 64 random bytes. Leave it out to get one. */
      secret?: string;
    };
    /** SandboxAuthorization */
    SandboxAuthorization: {
      /** @enum {string} */
      outcome: 'authorized' | 'rejected' | 'expired' | 'canceled';
    };
    /** SandboxClock */
    SandboxClock: {
      /**
       * Format: date-time
       * @description The store's time.
       */
      now: string;
      /** @description Whether the clock stands until it is advanced. False: the sandbox has real time, as production has. */
      is_manual: boolean;
      /** @enum {string} */
      status: 'advancing' | 'ready';
      /**
       * Format: date-time
       * @description The end of the advance under way.
       */
      target: string | null;
      /** @description The moments at which the last advance has stopped so far. */
      done: number;
      waits_for: components['schemas']['SandboxClockWork'] | null;
      next: components['schemas']['SandboxClockNext'] | null;
    };
    /**
     * SandboxClockNext
     * @description The thing that happens next by itself; null for nothing.
     */
    SandboxClockNext: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      /**
       * @description `pix_expired`: the Pix code of an invoice expires; `due_date_passed`: the due date of a boleto has passed; `boleto_expired`: a boleto can no longer be paid; `abandonment_elapsed`: an invoice counts as abandoned; `reminder_due`: the payer of an invoice is reminded; `dispute_due`: the store hears how long it can answer a dispute, or its time is over; `start_cycle`: a subscription makes its next invoice; `settle_charge`: a subscription takes account of a charge; `retry_charge`: a subscription tries an unpaid charge again; `end_trial`: a trial ends; `resume`: a pause ends; `cancel`: a subscription is canceled at the end of its period; `give_up`: a subscription is given up as unpaid; `end`: a subscription ends; `request_mandate`: a payer is asked to agree to debits; `settle_mandate`: a subscription takes account of an agreement to debits; `cancel_mandate`: a bank is told that an agreement to debits is canceled; `ask_debit`: a bank is asked what became of a debit; `webhook_attempt`: a delivery is tried again
       * @enum {string}
       */
      what:
        | 'pix_expired'
        | 'due_date_passed'
        | 'boleto_expired'
        | 'abandonment_elapsed'
        | 'reminder_due'
        | 'dispute_due'
        | 'start_cycle'
        | 'settle_charge'
        | 'retry_charge'
        | 'end_trial'
        | 'resume'
        | 'cancel'
        | 'give_up'
        | 'end'
        | 'request_mandate'
        | 'settle_mandate'
        | 'cancel_mandate'
        | 'ask_debit'
        | 'webhook_attempt';
      invoice_id?: number;
      subscription_id?: number;
      delivery_id?: number;
    };
    /**
     * SandboxClockWork
     * @description Work of the present moment that the advance waits for, if there is any at this instant.
     */
    SandboxClockWork: {
      /**
       * @description The kind of work; `callback`: of the sandbox gateway; `workflow`: one that is being told.
       * @enum {string}
       */
      what: 'invoice' | 'subscription' | 'delivery' | 'refund' | 'callback' | 'workflow';
      invoice_id?: number;
      subscription_id?: number;
      delivery_id?: number;
    };
    /** SandboxInbox */
    SandboxInbox: {
      id: number;
      /** @description For `url` of a webhook. With `?status=500` it answers so, which shows retries. */
      url: string;
      /** @description Opened in a browser, it shows what came in. The address is the only key. */
      page_url: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    /** SandboxInboxList */
    SandboxInboxList: {
      data: components['schemas']['SandboxInbox'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** SandboxMessage */
    SandboxMessage: {
      id: number;
      /** @description As the body says; null when it names none. */
      event: string | null;
      /** @description The webhook whose secret made a signature of it. */
      webhook_id: number | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      received_at: string;
      /** @description Up to 8 KiB; tokens and cookies are not kept. */
      headers: {
        [key: string]: string;
      };
      /** @description As it came, up to 64 KiB. */
      body: string;
      /** @description The status code of the answer. */
      status_code: number;
      signature: components['schemas']['SandboxSignature'];
    };
    /** SandboxMessageList */
    SandboxMessageList: {
      data: components['schemas']['SandboxMessage'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** SandboxPayment */
    SandboxPayment: {
      /** @enum {string} */
      outcome: 'confirmed' | 'refused' | 'disputed' | 'dispute_won' | 'dispute_lost' | 'refund_refused';
      /** @description Why it is refused or disputed, in the word of the bank. */
      reason?: string;
      /** @description For a confirmation: another amount than the charge's. For a dispute: a part of the payment. At most two decimals. */
      amount?: number;
      /**
       * @description The Pix code beside a boleto is paid or refused, and not the boleto.
       * @enum {string}
       */
      by?: 'pix';
    };
    /** SandboxPayout */
    SandboxPayout: {
      /**
       * @description `failed`: the bank sends the newest payout back.
       * @default paid
       * @enum {string}
       */
      outcome?: 'paid' | 'failed';
      /**
       * @description BRL. The gateway sends so much more, or less, than it accounts for: a discrepancy.
       * @default 0
       */
      difference?: number;
    };
    /** SandboxSignature */
    SandboxSignature: {
      /** @description Null: it is not signed, or no webhook of this store has the URL of this inbox. */
      verified: boolean | null;
      /** @description The verdict on `X-Service-Signature`, in words. */
      x_service_signature: string;
      /** @description The same of `webhook-signature`, whose timestamp may be five minutes old. */
      webhook_signature: string;
    };
    /** SaveCard */
    SaveCard: {
      /** @description The gateway's token of the customer's card; never a card number. */
      card_token: string;
    };
    /** SavedCard */
    SavedCard: {
      id: number;
      customer_id: number;
      /** @description The name of the gateway that keeps it. */
      gateway: string;
      brand: string | null;
      last4: string | null;
      /** @description With `exp_year`, its last month. */
      exp_month: number | null;
      exp_year: number | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    /** SavedCardList */
    SavedCardList: {
      data: components['schemas']['SavedCard'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** SubmitPayment */
    SubmitPayment: {
      /**
       * @description The method that the payer chose, of `payment_methods` of the invoice: the charge by another one is taken back. Left out: the card, where one is given, or the method by which the invoice is charged now.
       * @default null
       * @enum {string|null}
       */
      payment_method?: 'pix' | 'boleto' | 'card' | null;
      /**
       * @description The gateway's token of the payer's card; for card invoices only.
       * @default null
       */
      card_token?: string | null;
      /**
       * @description Instead of a token: a saved card of the customer, which is charged while nobody is there.
       * @default null
       */
      saved_card_id?: number | null;
      /**
       * @description The payer agrees that the card is kept, and charged again later. It is saved once it has paid.
       * @default false
       */
      save_card?: boolean;
      /** @description Monthly parts; the invoice's unless given. */
      installments?: number;
      /** @description BRL; what the payer was shown. Where the invoice asks for another amount by now, nothing is charged: 409 `amount_changed`. At most two decimals. */
      amount?: number;
    };
    /** Subscription */
    Subscription: {
      id: number;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      customer: components['schemas']['Customer'];
      products: components['schemas']['InvoiceLine'][];
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      authorization: components['schemas']['Authorization'] | null;
      /** @description The page on which the payer agrees, while one is asked for. */
      authorization_url: string | null;
      /** @description Whether a card is on file. */
      has_card: boolean;
      /** @description The saved card that is on file; null where the card is its own. */
      saved_card_id: number | null;
      /** @description The code of its coupon. */
      coupon: string | null;
      coupon_id: number | null;
      /** @description The number of invoices that the coupon is still for; null: all of them, or there is no coupon. */
      coupon_cycles_left: number | null;
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      anchor_day: number;
      /** Format: date */
      start_date: string;
      /**
       * Format: date
       * @description The first day that costs something.
       */
      trial_ends_on: string | null;
      cycles: number | null;
      cycles_made: number;
      /** Format: date */
      end_date: string | null;
      days_before_due: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      /**
       * Format: date-time
       * @description When its invoice is made; null while paused, and when none follows.
       */
      next_invoice_at: string | null;
      latest_cycle: components['schemas']['SubscriptionCycle'] | null;
      /** Format: date-time */
      paused_at: string | null;
      /**
       * Format: date
       * @description When the pause ends by itself.
       */
      resume_date: string | null;
      cancel_at_period_end: boolean;
      /** Format: date-time */
      past_due_since: string | null;
      /**
       * Format: date
       * @description When it is canceled unless it is paid before; null: it is kept.
       */
      gives_up_on: string | null;
      /** Format: date-time */
      canceled_at: string | null;
      /** @enum {string|null} */
      cancellation_reason: 'requested' | 'unpaid' | null;
      /** Format: date-time */
      ended_at: string | null;
      description: string | null;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
    };
    /** SubscriptionAuthorizationCanceledData */
    SubscriptionAuthorizationCanceledData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      authorization: components['schemas']['Authorization'];
    };
    /** SubscriptionAuthorizationCanceledEvent */
    SubscriptionAuthorizationCanceledEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.authorization_canceled';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionAuthorizationCanceledData'];
    };
    /** SubscriptionAuthorizationRefusedData */
    SubscriptionAuthorizationRefusedData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      authorization: components['schemas']['Authorization'];
    };
    /** SubscriptionAuthorizationRefusedEvent */
    SubscriptionAuthorizationRefusedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.authorization_refused';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionAuthorizationRefusedData'];
    };
    /** SubscriptionAuthorizedData */
    SubscriptionAuthorizedData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      authorization: components['schemas']['Authorization'];
    };
    /** SubscriptionAuthorizedEvent */
    SubscriptionAuthorizedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.authorized';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionAuthorizedData'];
    };
    /** SubscriptionCanceledData */
    SubscriptionCanceledData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      /** @enum {string} */
      reason: 'requested' | 'unpaid';
    };
    /** SubscriptionCanceledEvent */
    SubscriptionCanceledEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.canceled';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionCanceledData'];
    };
    /** SubscriptionCreatedData */
    SubscriptionCreatedData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
    };
    /** SubscriptionCreatedEvent */
    SubscriptionCreatedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.created';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionCreatedData'];
    };
    /**
     * SubscriptionCycle
     * @description The newest cycle, with its invoice.
     */
    SubscriptionCycle: {
      id: number;
      number: number;
      /**
       * Format: date
       * @description The first day, on which its charge is due.
       */
      period_start: string;
      /**
       * Format: date
       * @description The day after the last one.
       */
      period_end: string;
      /**
       * @description Of its charge. `open`: under way; `retrying`: it failed, and is tried again at `next_attempt_at`; `unpaid`: its attempts are spent; `canceled`: its invoice was; `dropped`: taken back before it began; `surplus`: taken back, and paid although another invoice of its due date was.
       * @enum {string}
       */
      status: 'open' | 'retrying' | 'unpaid' | 'paid' | 'canceled' | 'dropped' | 'surplus';
      invoice_id: number;
      /** @enum {string} */
      invoice_status:
        | 'open'
        | 'pending'
        | 'paid'
        | 'refused'
        | 'abandoned'
        | 'overdue'
        | 'expired'
        | 'canceled'
        | 'partially_refunded'
        | 'refunded';
      /** @description BRL, with at most two decimals. */
      total: number;
      /** @description How often its charge failed. */
      failures: number;
      /** Format: date-time */
      next_attempt_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
    };
    /** SubscriptionCycleList */
    SubscriptionCycleList: {
      data: components['schemas']['SubscriptionCycle'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** SubscriptionEndedData */
    SubscriptionEndedData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
    };
    /** SubscriptionEndedEvent */
    SubscriptionEndedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.ended';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionEndedData'];
    };
    /** SubscriptionList */
    SubscriptionList: {
      data: components['schemas']['Subscription'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** SubscriptionPastDueData */
    SubscriptionPastDueData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      invoice_id: number;
      cycle: components['schemas']['EventCycle'];
      /** @description Why the last charge was refused; null where nobody paid in time. */
      reason: string | null;
      /** @description So often this cycle failed. */
      failures: number;
      /**
       * Format: date-time
       * @description When it is tried again; null: no more.
       */
      next_attempt_at: string | null;
      /**
       * Format: date
       * @description When it is canceled unless it is paid before; null: it is kept.
       */
      gives_up_on: string | null;
    };
    /** SubscriptionPastDueEvent */
    SubscriptionPastDueEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.past_due';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionPastDueData'];
    };
    /** SubscriptionPausedData */
    SubscriptionPausedData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      /**
       * Format: date
       * @description When the pause ends by itself; null: never.
       */
      resume_date: string | null;
    };
    /** SubscriptionPausedEvent */
    SubscriptionPausedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.paused';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionPausedData'];
    };
    /** SubscriptionPaymentFailedData */
    SubscriptionPaymentFailedData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      invoice_id: number;
      cycle: components['schemas']['EventCycle'];
      /** @description Why the last charge was refused; null where nobody paid in time. */
      reason: string | null;
      /** @description So often this cycle failed. */
      failures: number;
      /**
       * Format: date-time
       * @description When it is tried again; null: no more.
       */
      next_attempt_at: string | null;
    };
    /** SubscriptionPaymentFailedEvent */
    SubscriptionPaymentFailedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.payment_failed';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionPaymentFailedData'];
    };
    /** SubscriptionRenewedData */
    SubscriptionRenewedData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      invoice_id: number;
      cycle: components['schemas']['EventCycle'];
      /** @description The money that arrived. */
      amount: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      paid_at: string;
    };
    /** SubscriptionRenewedEvent */
    SubscriptionRenewedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.renewed';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionRenewedData'];
    };
    /** SubscriptionResumedData */
    SubscriptionResumedData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
    };
    /** SubscriptionResumedEvent */
    SubscriptionResumedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.resumed';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionResumedData'];
    };
    /** SubscriptionTrialEndedData */
    SubscriptionTrialEndedData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
    };
    /** SubscriptionTrialEndedEvent */
    SubscriptionTrialEndedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.trial_ended';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionTrialEndedData'];
    };
    /** SubscriptionUpdatedData */
    SubscriptionUpdatedData: {
      subscription_id: number;
      /**
       * @description Before the change; null for a new subscription.
       * @enum {string|null}
       */
      previous_status:
        'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' | null;
      /** @enum {string} */
      status: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
      /** @description The total of each invoice. */
      total: number;
      /** @enum {string} */
      payment_method: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      /** @enum {string} */
      interval: 'week' | 'month' | 'year';
      interval_count: number;
      /**
       * Format: date
       * @description When the next charge is due; null when none follows. In a pause without `resume_date`: as if it were over before.
       */
      next_due_date: string | null;
      cancel_at_period_end: boolean;
      external_reference: string | null;
      metadata: {
        [key: string]: string;
      };
      customer: components['schemas']['EventCustomer'];
      store: components['schemas']['EventStore'];
      /** @description The names of the fields that changed. */
      changed: string[];
    };
    /** SubscriptionUpdatedEvent */
    SubscriptionUpdatedEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'subscription.updated';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['SubscriptionUpdatedData'];
    };
    /** Timeline */
    Timeline: {
      /** @description The steps of the invoice, the oldest first. */
      data: components['schemas']['TimelineEntry'][];
      /** @description Whether more steps follow in the direction of reading. */
      has_more: boolean;
      /** @description The moments that the invoice waits for next. Empty: nothing happens unless somebody acts. */
      waits_for: components['schemas']['TimelineWait'][];
    };
    /** TimelineEntry */
    TimelineEntry: {
      /** @description The id of the step, for the next page: `event_12`, `attempt_5`, `refund_3`. */
      id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      /** @description An event's name, or what happened to a payment or refund: `payment.submitted`. */
      what: string;
      /** @description In words. */
      why: string;
      /** @description Ids and amounts. */
      details: Record<string, never>;
    };
    /** TimelineWait */
    TimelineWait: {
      /** @description Stable, for programs: `pix_expired`, `gateway_registration`, `webhook_deliveries` … */
      what: string;
      /**
       * Format: date-time
       * @description When it happens by itself; null where it depends on others.
       */
      at: string | null;
      /** @description In words. */
      why: string;
    };
    /** TwilioAccount */
    TwilioAccount: {
      account_sid: string;
      sms_from: string | null;
      whatsapp_from: string | null;
    };
    /**
     * TwilioAccountInput
     * @description The account by which SMS and WhatsApp messages go; null removes it.
     */
    TwilioAccountInput: {
      account_sid: string;
      /** @description Kept encrypted, and never shown again. */
      auth_token: string;
      /** @default null */
      sms_from?: string | null;
      /** @default null */
      whatsapp_from?: string | null;
    };
    /** UpdateCoupon */
    UpdateCoupon: {
      /** @description The store's own words for it. */
      name?: string | null;
      /**
       * Format: date
       * @description The last day on which it can be redeemed, in the store's time zone. An invoice keeps it afterwards.
       */
      valid_until?: string | null;
      /** @description How often it can be redeemed in all. A subscription counts once. */
      max_redemptions?: number | null;
      /** @description How often each customer can redeem it. */
      max_redemptions_per_customer?: number | null;
      /** @description Labels to set; `null` removes one; the others stay. */
      metadata?: {
        [key: string]: null | string;
      };
      /** @description `false` archives, `true` brings back. */
      active?: boolean;
    };
    /** UpdateCustomer */
    UpdateCustomer: {
      name?: string;
      /** Format: email */
      email?: string;
      /** @description CPF or CNPJ, the alphanumeric CNPJ included; kept without punctuation. */
      document?: string | null;
      phone?: string | null;
      address?: components['schemas']['AddressInput'] | null;
      /** @description The client system's own id for it. */
      external_reference?: string | null;
      /**
       * @description The language in which the customer is written to; null: that of the store's reminder schedule.
       * @enum {string|null}
       */
      language?: 'pt' | 'en' | 'es' | null;
      /** @description Labels to set; `null` removes one; the others stay. */
      metadata?: {
        [key: string]: null | string;
      };
      /** @description `false` archives, `true` brings back. */
      active?: boolean;
      /** @description `false`: the customer gets no more reminders. `true`: again, also after an opt-out or a bounce; only by the will of the customer. */
      accepts_reminders?: boolean;
    };
    /** UpdateInvoice */
    UpdateInvoice: {
      /** @description The lines: each sells a product, or has a `name` and `unit_price` of its own. */
      products?: components['schemas']['InvoiceLineInput'][];
      /**
       * @description The method by which it is charged first; without `payment_methods`, the only one.
       * @enum {string}
       */
      payment_method?: 'pix' | 'boleto' | 'card';
      /** @description The methods among which the payer chooses on the checkout. The first one is charged first, unless `payment_method` names another. A single charge is live at a time: whoever chooses another method takes the old charge back. */
      payment_methods?: ('pix' | 'boleto' | 'card')[];
      /**
       * Format: date
       * @description A day in the store's time zone. A boleto gets one by the store's settings where none is given. A Pix invoice with one is payable until then, overdue after, and grows by fine and interest, as a boleto.
       */
      due_date?: string | null;
      /** @description Monthly parts of a card payment, at most. */
      installments?: number;
      /** @description Seconds for which a Pix code is payable, from its making; for Pix without due_date. `null`: as the store's settings say. */
      pix_expires_in?: number | null;
      discount?: components['schemas']['DiscountInput'] | null;
      /** @description The code of a coupon, which takes the place of `discount`. Canceling the invoice gives it back. */
      coupon?: string | null;
      /** @description Whether the checkout asks the payer if the store may keep the card. The saved card is in `payments` once it has paid. */
      offer_card_saving?: boolean;
      fine?: components['schemas']['FineInput'] | null;
      interest?: components['schemas']['InterestInput'] | null;
      /** @description Where the payer goes on once the invoice is paid or has ended: an https address at an origin that the store has registered in the panel. */
      return_url?: string | null;
      description?: string | null;
      /** @description The client system's own id for it. */
      external_reference?: string | null;
      /** @description Labels to set; `null` removes one; the others stay. */
      metadata?: {
        [key: string]: null | string;
      };
    };
    /** UpdatePaymentLink */
    UpdatePaymentLink: {
      /** @description What is sold: the heading of the page, and the description of each invoice. */
      name?: string;
      description?: string | null;
      /** @description The most monthly parts of a card. */
      installments?: number;
      /** @description Whether the page asks for the code of a coupon. */
      accepts_coupons?: boolean;
      /** @description How many may buy: invoices that are paid or may be paid count, those that ran out do not. */
      max_invoices?: number | null;
      /** @description Where the payer goes on once the invoice is paid or has ended: an https address at an origin that the store has registered in the panel. */
      return_url?: string | null;
      /**
       * Format: date
       * @description The last day on which somebody can buy, in the store's time zone.
       */
      valid_until?: string | null;
      /** @description Labels to set; `null` removes one; the others stay. */
      metadata?: {
        [key: string]: null | string;
      };
      /** @description `false` archives, `true` brings back. */
      active?: boolean;
    };
    /** UpdateProduct */
    UpdateProduct: {
      name?: string;
      description?: string | null;
      /** @description BRL. Invoices keep the price at which they were made. At most two decimals. */
      price?: number;
      sku?: string | null;
      /** @description Labels to set; `null` removes one; the others stay. */
      metadata?: {
        [key: string]: null | string;
      };
      /** @description `false` archives, `true` brings back. */
      active?: boolean;
    };
    /** UpdateReminderSchedule */
    UpdateReminderSchedule: {
      /** @description Whether payers are written to at all. Off until the store switches it on. */
      enabled?: boolean;
      /**
       * @description The language of customers who have none.
       * @enum {string}
       */
      language?: 'pt' | 'en' | 'es';
      /** @description A step on another day moves: to the business day before where it lies before the due date, and after it otherwise. */
      business_days_only?: boolean;
      /** @description No reminder is sent in these hours, which may pass midnight. */
      quiet_hours?: {
        /** @description `HH:MM` in the time zone of the store. */
        from: string;
        /** @description `HH:MM` in the time zone of the store. */
        until: string;
      } | null;
      /**
       * Format: email
       * @description The address at which a payer's answer arrives.
       */
      reply_to?: string | null;
      /** @description An e-mail for each payment that settles an invoice. */
      receipts?: boolean;
      /** @description An e-mail for each refund. */
      refund_notices?: boolean;
      /** @description The store's own words; the platform's where a language has none. Placeholders: `{{name}}` the name of the payer; `{{first_name}}` the first word of that name; `{{store}}` the name of the store; `{{amount}}` the amount to pay; in a receipt what was paid, in a refund notice what goes back; `{{due_date}}` the due date; `{{days}}` the days between the due date and the message; `{{description}}` the description of the invoice, or its number where it has none; `{{invoice}}` the number of the invoice; `{{link}}` the address of the page where the invoice is paid or shown. */
      receipt_words?: {
        pt?: components['schemas']['MessageWordsInput'];
        en?: components['schemas']['MessageWordsInput'];
        es?: components['schemas']['MessageWordsInput'];
      };
      /** @description The store's own words; the platform's where a language has none. Placeholders: `{{name}}` the name of the payer; `{{first_name}}` the first word of that name; `{{store}}` the name of the store; `{{amount}}` the amount to pay; in a receipt what was paid, in a refund notice what goes back; `{{due_date}}` the due date; `{{days}}` the days between the due date and the message; `{{description}}` the description of the invoice, or its number where it has none; `{{invoice}}` the number of the invoice; `{{link}}` the address of the page where the invoice is paid or shown. */
      refund_notice_words?: {
        pt?: components['schemas']['MessageWordsInput'];
        en?: components['schemas']['MessageWordsInput'];
        es?: components['schemas']['MessageWordsInput'];
      };
      twilio?: components['schemas']['TwilioAccountInput'] | null;
      /** @description All steps: they take the place of those before. */
      steps?: components['schemas']['ReminderStepInput'][];
    };
    /** UpdateSubscription */
    UpdateSubscription: {
      /** @description All of the lines, at the present prices of their products. */
      products?: components['schemas']['ProductLineInput'][];
      /**
       * @description `pix_automatic` (Pix Automático): the payer agrees once, and the payer’s bank debits each charge. Until then, and after the agreement has ended, each charge is paid by a Pix code.
       * @enum {string}
       */
      payment_method?: 'pix' | 'boleto' | 'card' | 'pix_automatic';
      authorization?: components['schemas']['RequestAuthorization'];
      /** @enum {string} */
      interval?: 'week' | 'month' | 'year';
      /** @description Every so many weeks, months or years; three years at most. */
      interval_count?: number;
      /** @description On which day charges are due: of the month, where 31 means the last day of a month that is shorter; for the interval `week`, from 1 (Monday) to 7 (Sunday). */
      anchor_day?: number;
      /** @description After so many charges it ends; not together with `end_date`. */
      cycles?: number | null;
      /**
       * Format: date
       * @description No charge is due after this day; not together with `cycles`.
       */
      end_date?: string | null;
      /** @description How many days before it is due a Pix or boleto invoice is made. A card is charged on the day itself. */
      days_before_due?: number;
      /** @description The gateway's token of the card on file, for card subscriptions. Without one the payer submits a card at the checkout of the first invoice, and it is kept for the next. */
      card_token?: string | null;
      /** @description Instead of a token: a saved card of the customer. `null` takes the card off. */
      saved_card_id?: number | null;
      /** @description The code of a coupon, from the next invoice on: for as many cycles as the coupon says. `null` takes it off. */
      coupon?: string | null;
      /** @description The description of each invoice. */
      description?: string | null;
      /** @description The client system's own id for it. */
      external_reference?: string | null;
      /** @description Labels to set; `null` removes one; the others stay. */
      metadata?: {
        [key: string]: null | string;
      };
    };
    /** UpdateWebhook */
    UpdateWebhook: {
      /**
       * Format: uri
       * @description An https address without user and password, on port 443 or 8443; in the sandbox also http, any port.
       */
      url?: string;
      /** @description Event names, or `*` for all of them but `audit.recorded`, also those that do not exist yet. */
      events?: (
        | '*'
        | 'invoice.created'
        | 'invoice.payment_confirmed'
        | 'invoice.payment_registered'
        | 'invoice.refused'
        | 'invoice.updated'
        | 'invoice.abandoned'
        | 'subscription.created'
        | 'subscription.renewed'
        | 'invoice.overdue'
        | 'invoice.expired'
        | 'invoice.canceled'
        | 'invoice.refunded'
        | 'invoice.overpaid'
        | 'invoice.disputed'
        | 'invoice.dispute_answer_due'
        | 'invoice.dispute_updated'
        | 'invoice.dispute_closed'
        | 'subscription.canceled'
        | 'subscription.payment_failed'
        | 'subscription.updated'
        | 'subscription.trial_ended'
        | 'subscription.past_due'
        | 'subscription.paused'
        | 'subscription.resumed'
        | 'subscription.ended'
        | 'subscription.authorized'
        | 'subscription.authorization_refused'
        | 'subscription.authorization_canceled'
        | 'payout.created'
        | 'payout.paid'
        | 'payout.failed'
        | 'payout.reconciled'
        | 'customer.erased'
        | 'audit.recorded'
      )[];
      description?: string | null;
      /** @description `false`: new events are not queued for it; what is queued is still sent. */
      enabled?: boolean;
    };
    /** UpdateWebhookSettings */
    UpdateWebhookSettings: {
      /** @description Attempts after the first one. */
      retries?: number;
      /** @description From the end of an attempt to the next. */
      interval_seconds?: number;
      /**
       * @description `exponential` doubles the interval each time.
       * @enum {string}
       */
      strategy?: 'fixed' | 'exponential';
      /** @description An exponential schedule grows to this. */
      max_interval_seconds?: number;
      /**
       * Format: email
       * @description The address that is told when a webhook or the gateway keeps failing, and when it works again. Its reader confirms it by a link that is mailed there; until then, and without one, the owners of the store are told.
       */
      alert_email?: string | null;
    };
    /** Webhook */
    Webhook: {
      id: number;
      url: string;
      events: string[];
      description: string | null;
      enabled: boolean;
      /** @description Why it was switched off by the platform: `gone` when it answered 410. Null when it was not. */
      disabled_reason: string | null;
      /**
       * Format: date-time
       * @description Until when the secret before the last rotation signs too, in real time; null when none does.
       */
      previous_secret_expires_at: string | null;
      /**
       * Format: date-time
       * @description Since when nothing has succeeded although something failed; null while all is well.
       */
      failing_since: string | null;
      /**
       * Format: date-time
       * @description Since when its events are held, after a day of failures; null while they are sent.
       */
      paused_at: string | null;
      /**
       * Format: date-time
       * @description When a held event is tried next, to see whether the receiver is back.
       */
      next_probe_at: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updated_at: string;
    };
    /** WebhookList */
    WebhookList: {
      data: components['schemas']['Webhook'][];
      /** @description Whether more rows follow in the direction of reading. */
      has_more: boolean;
    };
    /** WebhookSettings */
    WebhookSettings: {
      retries: number;
      interval_seconds: number;
      /** @enum {string} */
      strategy: 'fixed' | 'exponential';
      max_interval_seconds: number;
      alert_email: string | null;
      /** @description Its reader agreed to be told. */
      alert_email_confirmed: boolean;
    };
    /** WebhookTestData */
    WebhookTestData: {
      webhook_id: number;
      message: string;
      store: components['schemas']['EventStore'];
    };
    /** WebhookTestEvent */
    WebhookTestEvent: {
      /** @description The same for every attempt: an event that came before is known by it. */
      id: number;
      /** @enum {string} */
      event: 'webhook.test';
      company_id: number;
      /** @enum {string} */
      environment: 'production' | 'sandbox';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      created_at: string;
      /** @description Counts the events of one resource, from 1: order by it. */
      sequence: number;
      data: components['schemas']['WebhookTestData'];
    };
    /** WriteOff */
    WriteOff: {
      /** @description Why. */
      reason: string;
    };
    /** WrittenMessage */
    WrittenMessage: {
      subject: string;
      text: string;
      /** @description Of an e-mail. */
      html: string | null;
    };
  };
  responses: {
    /** @description `malformed_json` */
    MalformedJson: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `token_missing`, `token_unknown`, `tokens_differ`, `company_id_missing`, `company_id_invalid` */
    Unauthenticated: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `payload_too_large` */
    PayloadTooLarge: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `unsupported_media_type` */
    UnsupportedMediaType: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `rate_limited`, `too_many_at_once`, `too_many_failed_authentications` */
    TooManyRequests: {
      headers: {
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `internal_error` */
    InternalError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description `service_unavailable` */
    ServiceUnavailable: {
      headers: {
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description Requests a minute that the company's plan allows in this environment. */
    'RateLimit-Limit': number;
    /** @description How many of them are left. */
    'RateLimit-Remaining': number;
    /** @description Seconds until they are all there again. */
    'RateLimit-Reset': number;
    /** @description Seconds to wait before trying again. */
    'Retry-After': number;
    /** @description Present when this is the first answer once more. */
    'Idempotent-Replayed': 'true';
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listCustomers: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only with this address. */
        email?: string;
        /** @description Only with this CPF or CNPJ, with or without punctuation. */
        document?: string;
        /** @description The client system's own id for it. */
        external_reference?: string;
        /** @description `false`: only the archived ones. */
        active?: boolean;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of customers, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createCustomer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateCustomer'];
      };
    };
    responses: {
      /** @description The created customer. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the customer. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The customer. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `customer_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  archiveCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the customer. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The archived customer. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `customer_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `customer_erased`, `customer_subscribed` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateCustomer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the customer. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateCustomer'];
      };
    };
    responses: {
      /** @description The customer as it now is. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `customer_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `customer_erased`, `customer_subscribed` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  exportPersonalData: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the customer. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All of it. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonalData'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `customer_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  eraseCustomer: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the customer. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The customer, with the personal fields empty. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `customer_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `customer_not_erasable` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listSavedCards: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path: {
        /** @description Id of the customer. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of saved cards. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedCardList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `customer_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  saveCard: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the customer. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SaveCard'];
      };
    };
    responses: {
      /** @description The saved card. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedCard'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `customer_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `customer_erased`, `too_many_saved_cards` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused`, `gateway_not_configured` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getSavedCard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the saved_card. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The saved card. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedCard'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `saved_card_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteSavedCard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the saved_card. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The deleted card. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedCard'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `saved_card_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `saved_card_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listProducts: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only with this SKU. */
        sku?: string;
        /** @description `false`: only the archived ones. */
        active?: boolean;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of products, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createProduct: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateProduct'];
      };
    };
    responses: {
      /** @description The created product. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Product'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getProduct: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the product. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The product. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Product'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `product_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  archiveProduct: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the product. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The archived product. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Product'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `product_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateProduct: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the product. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateProduct'];
      };
    };
    responses: {
      /** @description The product as it now is. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Product'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `product_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listCoupons: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only with this code; archived coupons may have had it too. */
        code?: string;
        /** @description `false`: only the archived ones. */
        active?: boolean;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of coupons, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CouponList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createCoupon: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateCoupon'];
      };
    };
    responses: {
      /** @description The created coupon. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Coupon'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `coupon_code_taken` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getCoupon: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the coupon. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The coupon. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Coupon'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `coupon_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  archiveCoupon: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the coupon. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The archived coupon. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Coupon'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `coupon_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateCoupon: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the coupon. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateCoupon'];
      };
    };
    responses: {
      /** @description The coupon as it now is. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Coupon'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `coupon_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `coupon_code_taken` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPaymentLinks: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description `false`: only the archived ones. */
        active?: boolean;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of links, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentLinkList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createPaymentLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePaymentLink'];
      };
    };
    responses: {
      /** @description The created link. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentLink'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPaymentLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the payment_link. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The link. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentLink'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payment_link_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  archivePaymentLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the payment_link. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The archived link. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentLink'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payment_link_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updatePaymentLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the payment_link. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdatePaymentLink'];
      };
    };
    responses: {
      /** @description The link as it now is. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentLink'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payment_link_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listInvoices: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only in this status. */
        status?:
          | 'open'
          | 'pending'
          | 'paid'
          | 'refused'
          | 'abandoned'
          | 'overdue'
          | 'expired'
          | 'canceled'
          | 'partially_refunded'
          | 'refunded';
        /** @description Only of this customer. */
        customer_id?: number;
        /** @description Only made by this subscription. */
        subscription_id?: number;
        /** @description Only bought at this payment link. */
        payment_link_id?: number;
        /** @description Only with the discount of this coupon. */
        coupon_id?: number;
        /** @description Only to be paid so. */
        payment_method?: 'pix' | 'boleto' | 'card';
        /** @description The client system's own id for it. */
        external_reference?: string;
        /** @description Only paid by the Pix that banks know by this number. */
        end_to_end_id?: string;
        /** @description Due on this day or after. */
        'due_date[gte]'?: string;
        /** @description Due on this day or before. */
        'due_date[lte]'?: string;
        /** @description Paid after this moment. */
        'paid_at[gt]'?: string;
        /** @description Paid at this moment or after. */
        'paid_at[gte]'?: string;
        /** @description Paid before this moment. */
        'paid_at[lt]'?: string;
        /** @description Paid at this moment or before. */
        'paid_at[lte]'?: string;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of invoices, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvoiceList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createInvoice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvoice'];
      };
    };
    responses: {
      /** @description The whole invoice, with its checkout hash. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused`, `gateway_not_configured` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getInvoice: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The invoice. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateInvoice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateInvoice'];
      };
    };
    responses: {
      /** @description The invoice as it now is. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `invoice_not_editable`, `customer_erased`, `too_many_attempts` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused`, `gateway_not_configured` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  cancelInvoice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The canceled invoice. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `invoice_paid` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  quoteInvoice: {
    parameters: {
      query?: {
        /** @description A day in the store's time zone: today unless given, from the invoice's creation to five years from today. */
        at?: string;
      };
      header?: never;
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The amounts due on that day. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getInvoiceTimeline: {
    parameters: {
      query?: {
        /** @description How many steps a page has at most. */
        limit?: number;
        /** @description The page of what happened after this step. */
        starting_after?: string;
        /** @description The page of what happened before this step. */
        ending_before?: string;
      };
      header?: never;
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The steps of the invoice, the oldest first, a page at a time. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPayments: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The attempts, with the money that arrived by each. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  submitPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['SubmitPayment'];
      };
    };
    responses: {
      /** @description The attempt, on its way to the gateway. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `amount_changed`, `attempt_pending`, `invoice_not_payable`, `too_many_attempts` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused`, `gateway_not_configured` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  recordExternalPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RecordExternalPayment'];
      };
    };
    responses: {
      /** @description The payment, as it is booked. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReceivedPayment'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `nothing_owed` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  reverseExternalPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the payment. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReversePayment'];
      };
    };
    responses: {
      /** @description The payment, which counts no more. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReceivedPayment'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payment_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `not_external`, `already_reversed` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createCreditNote: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GrantCreditNote'];
      };
    };
    responses: {
      /** @description The credit note. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Concession'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `nothing_owed`, `too_many_credit_notes`, `too_many_attempts` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  writeOffInvoice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WriteOff'];
      };
    };
    responses: {
      /** @description The write-off. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Concession'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `nothing_owed` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listConcessions: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of them, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConcessionList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRefunds: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of refunds, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RefundList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createRefund: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RequestRefund'];
      };
    };
    responses: {
      /** @description The refund, under way. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Refund'];
        };
      };
      /** @description The refund waits for an owner to approve it in the panel. */
      202: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Refund'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `nothing_to_refund`, `too_many_refunds`, `refund_limit_reached` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listAllRefunds: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only of this invoice. */
        invoice_id?: number;
        /** @description Only of this payment. */
        payment_id?: number;
        /** @description Only taken from this payout. */
        payout_id?: number;
        /** @description Only in this status. */
        status?: 'pending' | 'succeeded' | 'failed' | 'awaiting_approval' | 'rejected';
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of refunds, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RefundList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getRefund: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the refund. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The refund. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Refund'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `refund_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listDisputes: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only of this invoice. */
        invoice_id?: number;
        /** @description Only in this status. */
        status?: 'open' | 'under_review' | 'won' | 'lost';
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of disputes, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DisputeList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getDispute: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the dispute. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The dispute. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Dispute'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `dispute_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listDisputeFiles: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the dispute. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The files, the oldest first: eight at most. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DisputeFileList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `dispute_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addDisputeFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the dispute. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AddEvidence'];
      };
    };
    responses: {
      /** @description The file. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DisputeFile'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `dispute_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `answer_not_awaited` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteDisputeFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the dispute_file. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file is removed. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `dispute_file_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `answer_not_awaited` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  answerDispute: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the dispute. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AnswerDispute'];
      };
    };
    responses: {
      /** @description The dispute, with its answer on the way. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Dispute'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `dispute_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `answer_not_awaited`, `answer_at_gateway` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getBalance: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The balance on the present day of the store. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Balance'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listLedgerEntries: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only in this account. */
        account?:
          | 'receivable'
          | 'gateway_balance'
          | 'bank'
          | 'external'
          | 'fees'
          | 'refunds'
          | 'disputes'
          | 'surplus'
          | 'credit_notes'
          | 'write_offs';
        /** @description Only of this invoice. */
        invoice_id?: number;
        /** @description Only of this transaction. */
        transaction_id?: number;
        /** @description Posted after this moment. */
        'posted_at[gt]'?: string;
        /** @description Posted at this moment or after. */
        'posted_at[gte]'?: string;
        /** @description Posted before this moment. */
        'posted_at[lt]'?: string;
        /** @description Posted at this moment or before. */
        'posted_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of entries, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LedgerEntryList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listReceivedPayments: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only of this invoice. */
        invoice_id?: number;
        /** @description Only what came so. */
        method?: 'pix' | 'boleto' | 'card' | 'cash' | 'transfer' | 'check' | 'other';
        /** @description Only by this gateway; `external`: past every gateway. */
        gateway?: string;
        /** @description Only of this payout. */
        payout_id?: number;
        /** @description Only the Pix that banks know by this number. */
        end_to_end_id?: string;
        /** @description BRL. Only of this amount. At most two decimals. */
        amount?: number;
        /** @description Paid after this moment. */
        'paid_at[gt]'?: string;
        /** @description Paid at this moment or after. */
        'paid_at[gte]'?: string;
        /** @description Paid before this moment. */
        'paid_at[lt]'?: string;
        /** @description Paid at this moment or before. */
        'paid_at[lte]'?: string;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of payments, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReceivedPaymentList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getReceivedPayment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the payment. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The payment. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReceivedPayment'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payment_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPayouts: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only by this gateway. */
        gateway?: string;
        /** @description At the bank on this day or after. */
        'arrives_on[gte]'?: string;
        /** @description At the bank on this day or before. */
        'arrives_on[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of payouts, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PayoutList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPayout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the payout. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The payout. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payout'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `payout_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getMoneyReport: {
    parameters: {
      query: {
        /** @description The first day, in the time zone of the store. */
        since: string;
        /** @description The last day, included; at most five years after the first. */
        until: string;
        /** @description The length of a row. */
        by?: 'day' | 'month';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A row for each day or month in which money moved. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MoneyReport'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  exportMoney: {
    parameters: {
      query: {
        /** @description The first day, in the time zone of the store. */
        since: string;
        /** @description The last day, included; at most five years after the first. */
        until: string;
        /** @description The form of the file. */
        format: 'csv' | 'xlsx' | 'ofx';
        /** @description The language of words and marks. */
        language?: 'pt' | 'en';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MoneyFile'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getReminderSchedule: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The schedule. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReminderSchedule'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateReminderSchedule: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateReminderSchedule'];
      };
    };
    responses: {
      /** @description The schedule as it now is. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReminderSchedule'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  previewMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['PreviewMessage'];
      };
    };
    responses: {
      /** @description The message. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WrittenMessage'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `customer_erased` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listMessages: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only of this invoice. */
        invoice_id?: number;
        /** @description Only of this kind. */
        kind?: 'reminder' | 'receipt' | 'refund_notice';
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of messages, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MessageList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the message. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The message. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `message_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  readMessageContent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the message. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The text. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WrittenMessage'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `message_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `customer_erased` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getInvoiceReminders: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The reminders. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvoiceReminders'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  remindInvoice: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['InvoiceReminder'];
      };
    };
    responses: {
      /** @description The message, which is sent within seconds. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `customer_erased`, `invoice_not_owed`, `invoice_disputed`, `reminders_held`, `reminders_stopped`, `customer_has_no_phone`, `reminded_lately` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  holdReminders: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The reminders. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvoiceReminders'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  resumeReminders: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The reminders. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvoiceReminders'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listSubscriptions: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only in this status. */
        status?: 'trialing' | 'awaiting_authorization' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended';
        /** @description Only of this customer. */
        customer_id?: number;
        /** @description Only with this coupon. */
        coupon_id?: number;
        /** @description Only to be paid so. */
        payment_method?: 'pix' | 'boleto' | 'card' | 'pix_automatic';
        /** @description The client system's own id for it. */
        external_reference?: string;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of subscriptions, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SubscriptionList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSubscription'];
      };
    };
    responses: {
      /** @description The subscription. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused`, `gateway_not_configured` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getSubscription: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the subscription. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `subscription_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the subscription. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateSubscription'];
      };
    };
    responses: {
      /** @description The subscription as it now is. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `subscription_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `customer_erased`, `subscription_over` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  pauseSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the subscription. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['PauseSubscription'];
      };
    };
    responses: {
      /** @description The paused subscription. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `subscription_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `cancellation_planned`, `subscription_over` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused`, `gateway_not_configured` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  resumeSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the subscription. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription, which goes on. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `subscription_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `subscription_over`, `subscription_not_paused` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  cancelSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the subscription. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CancelSubscription'];
      };
    };
    responses: {
      /** @description The subscription. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `subscription_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `subscription_over`, `subscription_paused` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  retrySubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the subscription. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RetrySubscription'];
      };
    };
    responses: {
      /** @description The subscription, with a charge under way. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `subscription_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `nothing_to_charge`, `nothing_unpaid`, `subscription_over`, `subscription_paused` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused`, `gateway_not_configured` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  requestAuthorization: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the subscription. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RequestAuthorization'];
      };
    };
    responses: {
      /** @description The subscription, which asks its payer. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `subscription_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `authorization_exists`, `subscription_over` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused`, `gateway_not_configured` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  cancelAuthorization: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the subscription. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The subscription. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `subscription_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `subscription_over` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listSubscriptionCycles: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path: {
        /** @description Id of the subscription. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of cycles, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SubscriptionCycleList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `subscription_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description `false`: only those that are switched off. */
        enabled?: boolean;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of webhooks, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhook'];
      };
    };
    responses: {
      /** @description The webhook, with its secret, shown this once. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedWebhook'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `too_many_webhooks` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The webhook, without its secret. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `webhook_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is deleted. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `webhook_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateWebhook'];
      };
    };
    responses: {
      /** @description The webhook as it now is. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `webhook_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateSecret'];
      };
    };
    responses: {
      /** @description The webhook, with its new secret, shown this once. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedWebhook'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `webhook_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only those that stand so. */
        status?: 'pending' | 'delivered' | 'failed' | 'canceled';
        /** @description Only of events of this name. */
        event?:
          | 'invoice.created'
          | 'invoice.payment_confirmed'
          | 'invoice.payment_registered'
          | 'invoice.refused'
          | 'invoice.updated'
          | 'invoice.abandoned'
          | 'subscription.created'
          | 'subscription.renewed'
          | 'invoice.overdue'
          | 'invoice.expired'
          | 'invoice.canceled'
          | 'invoice.refunded'
          | 'invoice.overpaid'
          | 'invoice.disputed'
          | 'invoice.dispute_answer_due'
          | 'invoice.dispute_updated'
          | 'invoice.dispute_closed'
          | 'subscription.canceled'
          | 'subscription.payment_failed'
          | 'subscription.updated'
          | 'subscription.trial_ended'
          | 'subscription.past_due'
          | 'subscription.paused'
          | 'subscription.resumed'
          | 'subscription.ended'
          | 'subscription.authorized'
          | 'subscription.authorization_refused'
          | 'subscription.authorization_canceled'
          | 'payout.created'
          | 'payout.paid'
          | 'payout.failed'
          | 'payout.reconciled'
          | 'customer.erased'
          | 'audit.recorded'
          | 'webhook.test';
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path: {
        /** @description Id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of deliveries, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `webhook_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the delivery. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery, with its attempts. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryLog'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `delivery_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery, on its way. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `webhook_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  redeliver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the delivery. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The delivery, on its way. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `delivery_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `delivery_pending`, `webhook_deleted`, `webhook_gone` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  redeliverEvent: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the event. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Its deliveries. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventDeliveries'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `event_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  redeliverFailed: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RedeliverFailed'];
      };
    };
    responses: {
      /** @description How many are on their way. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Redelivered'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `webhook_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getWebhookSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The settings. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookSettings'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateWebhookSettings: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateWebhookSettings'];
      };
    };
    responses: {
      /** @description The settings as they now are. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookSettings'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Only of this name. */
        event?:
          | 'invoice.created'
          | 'invoice.payment_confirmed'
          | 'invoice.payment_registered'
          | 'invoice.refused'
          | 'invoice.updated'
          | 'invoice.abandoned'
          | 'subscription.created'
          | 'subscription.renewed'
          | 'invoice.overdue'
          | 'invoice.expired'
          | 'invoice.canceled'
          | 'invoice.refunded'
          | 'invoice.overpaid'
          | 'invoice.disputed'
          | 'invoice.dispute_answer_due'
          | 'invoice.dispute_updated'
          | 'invoice.dispute_closed'
          | 'subscription.canceled'
          | 'subscription.payment_failed'
          | 'subscription.updated'
          | 'subscription.trial_ended'
          | 'subscription.past_due'
          | 'subscription.paused'
          | 'subscription.resumed'
          | 'subscription.ended'
          | 'subscription.authorized'
          | 'subscription.authorization_refused'
          | 'subscription.authorization_canceled'
          | 'payout.created'
          | 'payout.paid'
          | 'payout.failed'
          | 'payout.reconciled'
          | 'customer.erased'
          | 'audit.recorded'
          | 'webhook.test';
        /** @description Waits so many seconds for an event where there is none yet: with `ending_before`, for the next one. */
        wait?: number;
        /** @description Only about this invoice. */
        invoice_id?: number;
        /** @description Only about this subscription; not together with `invoice_id`. */
        subscription_id?: number;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of events, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the event. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The event, as webhooks were sent it. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Event'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `event_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  simulatePayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the invoice. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SandboxPayment'];
      };
    };
    responses: {
      /** @description The invoice after the callback. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended`, `sandbox_only` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invoice_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `gateway_not_simulated`, `charge_not_registered`, `invoice_changed`, `too_many_payments`, `attempt_pending`, `invoice_not_payable`, `too_many_attempts`, `nothing_to_dispute`, `dispute_over`, `nothing_refunded` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused`, `gateway_not_configured` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  simulatePayout: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['SandboxPayout'];
      };
    };
    responses: {
      /** @description The payout after the callback. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payout'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended`, `sandbox_only` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `nothing_to_pay_out` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  simulateAuthorization: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description Id of the subscription. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SandboxAuthorization'];
      };
    };
    responses: {
      /** @description The subscription after the callback. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Subscription'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended`, `sandbox_only` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `subscription_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `gateway_not_simulated`, `nothing_to_authorize`, `not_authorized` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  readSandboxClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The clock. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxClock'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended`, `sandbox_only` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  advanceSandboxClock: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AdvanceSandboxClock'];
      };
    };
    responses: {
      /** @description The clock. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxClock'];
        };
      };
      /** @description The clock advances. */
      202: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxClock'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended`, `sandbox_only` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `clock_advancing`, `gateway_not_simulated` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeSandboxClock: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The sandbox has real time. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended`, `sandbox_only` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `clock_advancing`, `clock_ahead`, `clock_behind` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  stopSandboxClock: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The clock. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxClock'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended`, `sandbox_only` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listInboxes: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of inboxes, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxInboxList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended`, `sandbox_only` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createInbox: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes it safe to send the request again: the first answer is given once more, for 24 hours. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The inbox. */
      201: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxInbox'];
        };
      };
      400: components['responses']['MalformedJson'];
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended`, `sandbox_only` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `idempotency_key_in_use`, `too_many_inboxes` */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      /** @description `invalid_fields`, `idempotency_key_reused` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listInboxMessages: {
    parameters: {
      query?: {
        /** @description How many rows a page has at most. */
        limit?: number;
        /** @description The page of what is older than this id. */
        starting_after?: number;
        /** @description The page of what is newer than this id. */
        ending_before?: number;
        /** @description Created after this moment. */
        'created_at[gt]'?: string;
        /** @description Created at this moment or after. */
        'created_at[gte]'?: string;
        /** @description Created before this moment. */
        'created_at[lt]'?: string;
        /** @description Created at this moment or before. */
        'created_at[lte]'?: string;
      };
      header?: never;
      path: {
        /** @description Id of the inbox. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of messages, newest first. */
      200: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxMessageList'];
        };
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended`, `sandbox_only` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `inbox_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteInbox: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the inbox. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is deleted. */
      204: {
        headers: {
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthenticated'];
      /** @description `token_of_another_company`, `address_not_allowed`, `missing_scope`, `store_suspended`, `sandbox_only` */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `inbox_not_found` */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `invalid_fields` */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  onInvoiceCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4711,
         *       "event": "invoice.created",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "open",
         *         "previous_status": null,
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 0,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 0,
         *         "payment_method": "pix",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceCreatedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoicePaymentConfirmed: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4712,
         *       "event": "invoice.payment_confirmed",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "paid",
         *         "previous_status": "open",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 299.8,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 0,
         *         "payment_method": "pix",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "attempt_id": 901,
         *         "amount": 299.8
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoicePaymentConfirmedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoicePaymentRegistered: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4713,
         *       "event": "invoice.payment_registered",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "open",
         *         "previous_status": "open",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 0,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 0,
         *         "payment_method": "pix",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "attempt_id": 901,
         *         "pix": {
         *           "qr_code": "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406299.805802BR5915Padaria Estrela6009SAO PAULO62070503***63047A1C",
         *           "qr_code_image": "https://fatura.example/checkout/0HkX4…/pix.svg",
         *           "txid": "FATURA00000000000000000901",
         *           "expires_at": "2026-11-21T16:30:00.000Z"
         *         },
         *         "boleto": null,
         *         "card": null
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoicePaymentRegisteredEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoiceRefused: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4714,
         *       "event": "invoice.refused",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "refused",
         *         "previous_status": "open",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 0,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 0,
         *         "payment_method": "card",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "attempt_id": 901,
         *         "reason": "insufficient_funds"
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceRefusedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoiceUpdated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4715,
         *       "event": "invoice.updated",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "open",
         *         "previous_status": "open",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 0,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 0,
         *         "payment_method": "pix",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "changed": [
         *           "description"
         *         ]
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceUpdatedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoiceAbandoned: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4716,
         *       "event": "invoice.abandoned",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "abandoned",
         *         "previous_status": "open",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 0,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 0,
         *         "payment_method": "pix",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "checkout": {
         *           "opened_at": "2026-11-20T15:10:00.000Z",
         *           "started_at": null,
         *           "last_acted_at": "2026-11-20T15:10:00.000Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceAbandonedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4717,
         *       "event": "subscription.created",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "active",
         *         "previous_status": null,
         *         "total": 79.9,
         *         "payment_method": "pix",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": "2026-12-21",
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionCreatedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionRenewed: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4718,
         *       "event": "subscription.renewed",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "active",
         *         "previous_status": "active",
         *         "total": 79.9,
         *         "payment_method": "pix",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": "2026-12-21",
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "invoice_id": 815,
         *         "cycle": {
         *           "number": 1,
         *           "due_date": "2026-11-21",
         *           "period_end": "2026-12-21"
         *         },
         *         "amount": 79.9,
         *         "paid_at": "2026-11-21T15:29:58.000Z"
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionRenewedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoiceOverdue: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4719,
         *       "event": "invoice.overdue",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "overdue",
         *         "previous_status": "pending",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 0,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 0,
         *         "payment_method": "boleto",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": "2026-11-20",
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceOverdueEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoiceExpired: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4720,
         *       "event": "invoice.expired",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "expired",
         *         "previous_status": "overdue",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 0,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 0,
         *         "payment_method": "boleto",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": "2026-11-20",
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceExpiredEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoiceCanceled: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4721,
         *       "event": "invoice.canceled",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "canceled",
         *         "previous_status": "open",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 0,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 0,
         *         "payment_method": "pix",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceCanceledEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoiceRefunded: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4722,
         *       "event": "invoice.refunded",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "partially_refunded",
         *         "previous_status": "open",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 299.8,
         *         "amount_refunded": 50,
         *         "amount_credited": 0,
         *         "amount_disputed": 0,
         *         "payment_method": "pix",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "refund_id": 12,
         *         "payment_id": 77,
         *         "amount": 50
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceRefundedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoiceOverpaid: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4723,
         *       "event": "invoice.overpaid",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "paid",
         *         "previous_status": "open",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 599.6,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 0,
         *         "payment_method": "pix",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "attempt_id": 901,
         *         "amount": 299.8,
         *         "amount_overpaid": 299.8
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceOverpaidEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoiceDisputed: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4724,
         *       "event": "invoice.disputed",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "paid",
         *         "previous_status": "open",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 299.8,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 299.8,
         *         "payment_method": "pix",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "dispute_id": 3,
         *         "payment_id": 77,
         *         "dispute_status": "open",
         *         "dispute_kind": "chargeback",
         *         "amount": 299.8,
         *         "reason": "fraudulent",
         *         "answer": "awaited",
         *         "answer_until": "2026-11-28T23:59:59.000Z"
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceDisputedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoiceDisputeAnswerDue: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4725,
         *       "event": "invoice.dispute_answer_due",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "paid",
         *         "previous_status": "open",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 299.8,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 299.8,
         *         "payment_method": "pix",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "dispute_id": 3,
         *         "payment_id": 77,
         *         "dispute_status": "open",
         *         "dispute_kind": "chargeback",
         *         "amount": 299.8,
         *         "reason": "fraudulent",
         *         "answer": "awaited",
         *         "answer_until": "2026-11-28T23:59:59.000Z",
         *         "days_left": 3
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceDisputeAnswerDueEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoiceDisputeUpdated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4726,
         *       "event": "invoice.dispute_updated",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "paid",
         *         "previous_status": "open",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 299.8,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 299.8,
         *         "payment_method": "pix",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "dispute_id": 3,
         *         "payment_id": 77,
         *         "dispute_status": "under_review",
         *         "dispute_kind": "chargeback",
         *         "amount": 299.8,
         *         "reason": "fraudulent",
         *         "answer": "sent",
         *         "answer_until": null
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceDisputeUpdatedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInvoiceDisputeClosed: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4727,
         *       "event": "invoice.dispute_closed",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "invoice_id": 815,
         *         "status": "paid",
         *         "previous_status": "open",
         *         "total": 299.8,
         *         "subtotal": 299.8,
         *         "discount_amount": 0,
         *         "fine_amount": 0,
         *         "interest_amount": 0,
         *         "installment_interest_amount": 0,
         *         "amount_paid": 299.8,
         *         "amount_refunded": 0,
         *         "amount_credited": 0,
         *         "amount_disputed": 0,
         *         "payment_method": "pix",
         *         "subscription_id": null,
         *         "payment_link_id": null,
         *         "coupon": null,
         *         "due_date": null,
         *         "external_reference": "order-12",
         *         "metadata": {
         *           "channel": "counter"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "dispute_id": 3,
         *         "payment_id": 77,
         *         "dispute_status": "won",
         *         "dispute_kind": "chargeback",
         *         "amount": 299.8,
         *         "reason": "fraudulent",
         *         "answer": "sent",
         *         "answer_until": null
         *       }
         *     }
         */
        'application/json': components['schemas']['InvoiceDisputeClosedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionCanceled: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4728,
         *       "event": "subscription.canceled",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "canceled",
         *         "previous_status": "active",
         *         "total": 79.9,
         *         "payment_method": "pix",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": null,
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "reason": "requested"
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionCanceledEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionPaymentFailed: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4729,
         *       "event": "subscription.payment_failed",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "active",
         *         "previous_status": "active",
         *         "total": 79.9,
         *         "payment_method": "pix",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": "2026-12-21",
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "invoice_id": 815,
         *         "cycle": {
         *           "number": 1,
         *           "due_date": "2026-11-21",
         *           "period_end": "2026-12-21"
         *         },
         *         "reason": "insufficient_funds",
         *         "failures": 1,
         *         "next_attempt_at": "2026-11-24T12:00:00.000Z"
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionPaymentFailedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionUpdated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4730,
         *       "event": "subscription.updated",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "active",
         *         "previous_status": "active",
         *         "total": 79.9,
         *         "payment_method": "pix",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": "2026-12-21",
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "changed": [
         *           "products"
         *         ]
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionUpdatedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionTrialEnded: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4731,
         *       "event": "subscription.trial_ended",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "active",
         *         "previous_status": "trialing",
         *         "total": 79.9,
         *         "payment_method": "pix",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": "2026-12-21",
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionTrialEndedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionPastDue: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4732,
         *       "event": "subscription.past_due",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "past_due",
         *         "previous_status": "active",
         *         "total": 79.9,
         *         "payment_method": "pix",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": "2026-12-21",
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "invoice_id": 815,
         *         "cycle": {
         *           "number": 1,
         *           "due_date": "2026-11-21",
         *           "period_end": "2026-12-21"
         *         },
         *         "reason": "insufficient_funds",
         *         "failures": 4,
         *         "next_attempt_at": null,
         *         "gives_up_on": "2026-12-05"
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionPastDueEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionPaused: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4733,
         *       "event": "subscription.paused",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "paused",
         *         "previous_status": "active",
         *         "total": 79.9,
         *         "payment_method": "pix",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": "2026-12-21",
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "resume_date": "2027-02-01"
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionPausedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionResumed: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4734,
         *       "event": "subscription.resumed",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "active",
         *         "previous_status": "paused",
         *         "total": 79.9,
         *         "payment_method": "pix",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": "2026-12-21",
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionResumedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionEnded: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4735,
         *       "event": "subscription.ended",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "ended",
         *         "previous_status": "active",
         *         "total": 79.9,
         *         "payment_method": "pix",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": null,
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionEndedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionAuthorized: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4736,
         *       "event": "subscription.authorized",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "active",
         *         "previous_status": "awaiting_authorization",
         *         "total": 79.9,
         *         "payment_method": "pix_automatic",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": "2026-12-21",
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "authorization": {
         *           "id": 7,
         *           "status": "authorized",
         *           "journey": "qr_code",
         *           "qr_code": null,
         *           "expires_at": null,
         *           "authorized_at": "2026-11-21T15:31:12.000Z",
         *           "ended_at": null,
         *           "ended_by": null,
         *           "end_reason": null,
         *           "created_at": "2026-11-21T15:29:58.000Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionAuthorizedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionAuthorizationRefused: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4737,
         *       "event": "subscription.authorization_refused",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "awaiting_authorization",
         *         "previous_status": "awaiting_authorization",
         *         "total": 79.9,
         *         "payment_method": "pix_automatic",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": "2026-12-21",
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "authorization": {
         *           "id": 7,
         *           "status": "rejected",
         *           "journey": "qr_code",
         *           "qr_code": null,
         *           "expires_at": null,
         *           "authorized_at": null,
         *           "ended_at": "2026-11-21T15:31:12.000Z",
         *           "ended_by": "payer",
         *           "end_reason": "AP13",
         *           "created_at": "2026-11-21T15:29:58.000Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionAuthorizationRefusedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionAuthorizationCanceled: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4738,
         *       "event": "subscription.authorization_canceled",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "subscription_id": 52,
         *         "status": "awaiting_authorization",
         *         "previous_status": "active",
         *         "total": 79.9,
         *         "payment_method": "pix_automatic",
         *         "interval": "month",
         *         "interval_count": 1,
         *         "next_due_date": "2026-12-21",
         *         "cancel_at_period_end": false,
         *         "external_reference": null,
         *         "metadata": {
         *           "plan": "gold"
         *         },
         *         "customer": {
         *           "id": 31,
         *           "name": "Ana Souza",
         *           "email": "ana@example.com"
         *         },
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         },
         *         "authorization": {
         *           "id": 7,
         *           "status": "canceled",
         *           "journey": "qr_code",
         *           "qr_code": null,
         *           "expires_at": null,
         *           "authorized_at": "2026-11-21T15:31:12.000Z",
         *           "ended_at": "2027-05-03T11:02:45.000Z",
         *           "ended_by": "payer",
         *           "end_reason": "SLDB",
         *           "created_at": "2026-11-21T15:29:58.000Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['SubscriptionAuthorizationCanceledEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPayoutCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4739,
         *       "event": "payout.created",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "payout_id": 9,
         *         "gateway": "stripe",
         *         "gateway_payout_id": "po_1Qw",
         *         "status": "pending",
         *         "amount": 1932.4,
         *         "arrives_on": "2026-11-24",
         *         "failure_reason": null,
         *         "unexplained": null,
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['PayoutCreatedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPayoutPaid: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4740,
         *       "event": "payout.paid",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "payout_id": 9,
         *         "gateway": "stripe",
         *         "gateway_payout_id": "po_1Qw",
         *         "status": "paid",
         *         "amount": 1932.4,
         *         "arrives_on": "2026-11-24",
         *         "failure_reason": null,
         *         "unexplained": null,
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['PayoutPaidEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPayoutFailed: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4741,
         *       "event": "payout.failed",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "payout_id": 9,
         *         "gateway": "stripe",
         *         "gateway_payout_id": "po_1Qw",
         *         "status": "failed",
         *         "amount": 1932.4,
         *         "arrives_on": "2026-11-24",
         *         "failure_reason": "account_closed",
         *         "unexplained": null,
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['PayoutFailedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPayoutReconciled: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4742,
         *       "event": "payout.reconciled",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "payout_id": 9,
         *         "gateway": "stripe",
         *         "gateway_payout_id": "po_1Qw",
         *         "status": "paid",
         *         "amount": 1932.4,
         *         "arrives_on": "2026-11-24",
         *         "failure_reason": null,
         *         "unexplained": 0,
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['PayoutReconciledEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onCustomerErased: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4743,
         *       "event": "customer.erased",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "customer_id": 31,
         *         "erased_at": "2026-11-21T15:30:00.000Z"
         *       }
         *     }
         */
        'application/json': components['schemas']['CustomerErasedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onAuditRecorded: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4744,
         *       "event": "audit.recorded",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "id": 90,
         *         "at": "2026-11-21T15:30:00.000Z",
         *         "environment": "production",
         *         "actor": "ana@padaria.example",
         *         "person_id": 7,
         *         "token_id": null,
         *         "action": "cancelInvoice",
         *         "subject": "invoice 815",
         *         "details": {},
         *         "address": "203.0.113.9",
         *         "user_agent": "Mozilla/5.0",
         *         "number": 12,
         *         "hash": "b6b1…"
         *       }
         *     }
         */
        'application/json': components['schemas']['AuditRecordedEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onWebhookTest: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included. */
        'X-Service-Signature': string;
        /** @description The same with the secret before, while a rotation overlaps. */
        'X-Service-Signature-Previous'?: string;
        /** @description The same for every attempt and every redelivery of an event. */
        'webhook-id': string;
        /** @description The second of this attempt, counted from 1970. */
        'webhook-timestamp': string;
        /** @description Standard Webhooks: a signature of id, timestamp and body for each secret that is valid. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 4745,
         *       "event": "webhook.test",
         *       "company_id": 1,
         *       "environment": "sandbox",
         *       "created_at": "2026-11-21T15:30:00.000Z",
         *       "sequence": 1,
         *       "data": {
         *         "webhook_id": 4,
         *         "message": "It works.",
         *         "store": {
         *           "id": 1,
         *           "name": "Padaria Estrela"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['WebhookTestEvent'];
      };
    };
    responses: {
      /** @description The webhook is gone: it is switched off, and nothing more is sent to it. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event has arrived. The body of the answer does not matter. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description A failure: the event is sent again, by the store's retry policy. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
