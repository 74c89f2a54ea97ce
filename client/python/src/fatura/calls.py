# Generated from the OpenAPI document by `npm run generate`. Do not edit: change the joi schemas it is made from.

"""The calls of the API, each by its name in the reference."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal, Unpack, cast

from . import types
from .listing import AsyncListing, Listing


class AsyncCalls(ABC):
    @abstractmethod
    async def _call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Any: ...

    async def create_customer(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreateCustomer]
    ) -> types.Customer:
        """Create a customer

        A name and an email address are enough. Needs the scope `customers:write`.
        """
        return cast(
            types.Customer, await self._call("POST", "/api/v1/customers", body=body, idempotency_key=idempotency_key)
        )

    def list_customers(
        self,
        *,
        limit: int | None = None,
        email: str | None = None,
        document: str | None = None,
        external_reference: str | None = None,
        active: bool | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Customer]:
        """List customers

        Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/customers",
                query={
                    "limit": limit,
                    "email": email,
                    "document": document,
                    "external_reference": external_reference,
                    "active": active,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_customer(self, id: int) -> types.Customer:
        """Read a customer

        Archived ones are found too. Needs the scope `read`.
        """
        return cast(types.Customer, await self._call("GET", f"/api/v1/customers/{id}"))

    async def update_customer(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateCustomer]
    ) -> types.Customer:
        """Update a customer

        Sets the fields that are given and leaves the others. Events that happened keep the name they had. Needs the scope `customers:write`.
        """
        return cast(
            types.Customer,
            await self._call("PATCH", f"/api/v1/customers/{id}", body=body, idempotency_key=idempotency_key),
        )

    async def archive_customer(self, id: int) -> types.Customer:
        """Archive a customer

        An archived customer stays readable, as its invoices need it, and gets no new ones. `PATCH` with `"active": true` brings it back. Needs the scope `customers:write`.
        """
        return cast(types.Customer, await self._call("DELETE", f"/api/v1/customers/{id}"))

    async def export_personal_data(self, id: int) -> types.PersonalData:
        """Export the personal data of a customer

        Everything that is kept about the customer, for whoever asks what that is (LGPD, art. 18 and 19): invoices, payments, refunds, subscriptions, events, and which receivers were told, the oldest first. The answer is written while it is read: one that is cut off is no JSON. Needs the scope `personal_data`.
        """
        return cast(types.PersonalData, await self._call("GET", f"/api/v1/customers/{id}/personal-data"))

    async def erase_customer(self, id: int, *, idempotency_key: str | None = None) -> types.Customer:
        """Erase a customer

        For good: name, document, contact, address and labels of the customer; descriptions and labels of their invoices and subscriptions; and all of that in events, deliveries and kept answers. Amounts, dates, statuses, ids and external references of invoices stay, as books must. 409 while anything goes on: unpaid invoices, subscriptions, refunds, disputes, or a webhook that is being sent. Announces `customer.erased`. Erasing twice changes nothing. Needs the scope `personal_data`.
        """
        return cast(
            types.Customer, await self._call("POST", f"/api/v1/customers/{id}/erase", idempotency_key=idempotency_key)
        )

    async def save_card(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.SaveCard]
    ) -> types.SavedCard:
        """Save a card of a customer

        The gateway keeps the card, without a charge, for invoices and subscriptions that are charged while nobody is there. The customer has to have agreed. A card that is saved already is answered as it is. A customer has at most 20. Needs the scope `payments:write`.
        """
        return cast(
            types.SavedCard,
            await self._call("POST", f"/api/v1/customers/{id}/cards", body=body, idempotency_key=idempotency_key),
        )

    def list_saved_cards(
        self,
        id: int,
        *,
        limit: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.SavedCard]:
        """List the saved cards of a customer

        Those that can be charged, newest first. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                f"/api/v1/customers/{id}/cards",
                query={
                    "limit": limit,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_saved_card(self, id: int) -> types.SavedCard:
        """Read a saved card

        Never its number, nor its token. Needs the scope `read`.
        """
        return cast(types.SavedCard, await self._call("GET", f"/api/v1/saved-cards/{id}"))

    async def delete_saved_card(self, id: int) -> types.SavedCard:
        """Delete a saved card

        It is charged no more, and the gateway is told to forget it. 409 while a subscription charges it. Needs the scope `payments:write`.
        """
        return cast(types.SavedCard, await self._call("DELETE", f"/api/v1/saved-cards/{id}"))

    async def create_product(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreateProduct]
    ) -> types.Product:
        """Create a product

        A name and a price. Invoices name products by id. Needs the scope `invoices:write`.
        """
        return cast(
            types.Product, await self._call("POST", "/api/v1/products", body=body, idempotency_key=idempotency_key)
        )

    def list_products(
        self,
        *,
        limit: int | None = None,
        sku: str | None = None,
        active: bool | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Product]:
        """List products

        Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/products",
                query={
                    "limit": limit,
                    "sku": sku,
                    "active": active,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_product(self, id: int) -> types.Product:
        """Read a product

        Archived ones are found too. Needs the scope `read`.
        """
        return cast(types.Product, await self._call("GET", f"/api/v1/products/{id}"))

    async def update_product(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateProduct]
    ) -> types.Product:
        """Update a product

        Sets the fields that are given and leaves the others. Invoices keep the name and price they were made with. Needs the scope `invoices:write`.
        """
        return cast(
            types.Product,
            await self._call("PATCH", f"/api/v1/products/{id}", body=body, idempotency_key=idempotency_key),
        )

    async def archive_product(self, id: int) -> types.Product:
        """Archive a product

        An archived product stays on the invoices that have it, and new ones cannot have it. `PATCH` with `"active": true` brings it back. Needs the scope `invoices:write`.
        """
        return cast(types.Product, await self._call("DELETE", f"/api/v1/products/{id}"))

    async def create_coupon(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreateCoupon]
    ) -> types.Coupon:
        """Create a coupon

        A code, and what it takes off. Invoices and subscriptions name it by its code. Its terms stay as they are: whoever redeemed it agreed on them. Needs the scope `invoices:write`.
        """
        return cast(
            types.Coupon, await self._call("POST", "/api/v1/coupons", body=body, idempotency_key=idempotency_key)
        )

    def list_coupons(
        self,
        *,
        limit: int | None = None,
        code: str | None = None,
        active: bool | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Coupon]:
        """List coupons

        Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/coupons",
                query={
                    "limit": limit,
                    "code": code,
                    "active": active,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_coupon(self, id: int) -> types.Coupon:
        """Read a coupon

        Archived ones are found too. Needs the scope `read`.
        """
        return cast(types.Coupon, await self._call("GET", f"/api/v1/coupons/{id}"))

    async def update_coupon(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateCoupon]
    ) -> types.Coupon:
        """Update a coupon

        Sets the fields that are given and leaves the others. Code, discount and cycles cannot change: archive the coupon and create another. Needs the scope `invoices:write`.
        """
        return cast(
            types.Coupon, await self._call("PATCH", f"/api/v1/coupons/{id}", body=body, idempotency_key=idempotency_key)
        )

    async def archive_coupon(self, id: int) -> types.Coupon:
        """Archive a coupon

        It stays where it was redeemed, and nobody redeems it any more. `PATCH` with `"active": true` brings it back. Needs the scope `invoices:write`.
        """
        return cast(types.Coupon, await self._call("DELETE", f"/api/v1/coupons/{id}"))

    async def create_payment_link(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreatePaymentLink]
    ) -> types.PaymentLink:
        """Create a payment link

        A page with an address of its own, at which anybody buys the same. The payer gives name, e-mail and CPF or CNPJ, and gets an invoice; events of the invoice name the link as `payment_link_id`. Needs the scope `invoices:write`.
        """
        return cast(
            types.PaymentLink,
            await self._call("POST", "/api/v1/payment-links", body=body, idempotency_key=idempotency_key),
        )

    def list_payment_links(
        self,
        *,
        limit: int | None = None,
        active: bool | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.PaymentLink]:
        """List payment links

        Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/payment-links",
                query={
                    "limit": limit,
                    "active": active,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_payment_link(self, id: int) -> types.PaymentLink:
        """Read a payment link

        Archived ones are found too. Needs the scope `read`.
        """
        return cast(types.PaymentLink, await self._call("GET", f"/api/v1/payment-links/{id}"))

    async def update_payment_link(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdatePaymentLink]
    ) -> types.PaymentLink:
        """Update a payment link

        Sets the fields that are given and leaves the others. Products and method cannot change: archive the link and create another. Needs the scope `invoices:write`.
        """
        return cast(
            types.PaymentLink,
            await self._call("PATCH", f"/api/v1/payment-links/{id}", body=body, idempotency_key=idempotency_key),
        )

    async def archive_payment_link(self, id: int) -> types.PaymentLink:
        """Archive a payment link

        Nobody buys there any more; its invoices stay. `PATCH` with `"active": true` brings it back. Needs the scope `invoices:write`.
        """
        return cast(types.PaymentLink, await self._call("DELETE", f"/api/v1/payment-links/{id}"))

    async def create_invoice(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreateInvoice]
    ) -> types.Invoice:
        """Create an invoice

        Pix and boleto are registered at the gateway right after: their code or line is there as soon as the invoice is `pending`. A card waits for its payment. Needs the scope `invoices:write`.
        """
        return cast(
            types.Invoice, await self._call("POST", "/api/v1/invoices", body=body, idempotency_key=idempotency_key)
        )

    def list_invoices(
        self,
        *,
        limit: int | None = None,
        status: (
            Literal[
                "open",
                "pending",
                "paid",
                "refused",
                "abandoned",
                "overdue",
                "expired",
                "canceled",
                "partially_refunded",
                "refunded",
            ]
            | None
        ) = None,
        customer_id: int | None = None,
        subscription_id: int | None = None,
        payment_link_id: int | None = None,
        coupon_id: int | None = None,
        payment_method: Literal["pix", "boleto", "card"] | None = None,
        external_reference: str | None = None,
        end_to_end_id: str | None = None,
        due_date_gte: str | None = None,
        due_date_lte: str | None = None,
        paid_at_gt: str | None = None,
        paid_at_gte: str | None = None,
        paid_at_lt: str | None = None,
        paid_at_lte: str | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Invoice]:
        """List invoices

        Filters go together: all of them must hold. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/invoices",
                query={
                    "limit": limit,
                    "status": status,
                    "customer_id": customer_id,
                    "subscription_id": subscription_id,
                    "payment_link_id": payment_link_id,
                    "coupon_id": coupon_id,
                    "payment_method": payment_method,
                    "external_reference": external_reference,
                    "end_to_end_id": end_to_end_id,
                    "due_date[gte]": due_date_gte,
                    "due_date[lte]": due_date_lte,
                    "paid_at[gt]": paid_at_gt,
                    "paid_at[gte]": paid_at_gte,
                    "paid_at[lt]": paid_at_lt,
                    "paid_at[lte]": paid_at_lte,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_invoice(self, id: int) -> types.Invoice:
        """Read an invoice

        With its lines, its attempts to be paid, and what is due today. Needs the scope `read`.
        """
        return cast(types.Invoice, await self._call("GET", f"/api/v1/invoices/{id}"))

    async def update_invoice(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateInvoice]
    ) -> types.Invoice:
        """Update an invoice

        Description, external reference and metadata can change at any time. Items, method, due date, installments, discount, fine and interest can while no money has arrived: the old charge is given up and a new one is registered. Announces `invoice.updated`. Needs the scope `invoices:write`.
        """
        return cast(
            types.Invoice,
            await self._call("PATCH", f"/api/v1/invoices/{id}", body=body, idempotency_key=idempotency_key),
        )

    async def cancel_invoice(self, id: int, *, idempotency_key: str | None = None) -> types.Invoice:
        """Give up an unpaid invoice

        Its charge is canceled at the gateway. Money that arrives all the same still makes it paid. Canceling twice changes nothing. Needs the scope `invoices:write`.
        """
        return cast(
            types.Invoice, await self._call("POST", f"/api/v1/invoices/{id}/cancel", idempotency_key=idempotency_key)
        )

    async def quote_invoice(self, id: int, *, at: str | None = None) -> types.Quote:
        """Quote an invoice for a day

        With the discount, the fine and the interest of that day, and the plans of a card payment in parts: what a payer who is late, or in time for a discount, is to be asked for. Once it was paid, the amounts are those that were settled, whatever the day. Needs the scope `read`.
        """
        return cast(types.Quote, await self._call("GET", f"/api/v1/invoices/{id}/quote", query={"at": at}))

    def get_invoice_timeline(self, id: int, *, limit: int | None = None) -> AsyncListing[types.TimelineEntry]:
        """Read the timeline of an invoice

        For people who ask why an invoice stands as it does: each step of it, and what it waits for. A page has a hundred steps. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call("GET", f"/api/v1/invoices/{id}/timeline", query={"limit": limit, **cursor})
        )

    async def submit_payment(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.SubmitPayment]
    ) -> types.Payment:
        """Submit a payment

        A card's token, a saved card, or a fresh Pix code or boleto after a refusal. Never a card number. For an overdue invoice, a fresh code or boleto in place of one that can no longer be paid, for what is due today, late fees included; while an overdue one can still be paid, there is no other. For an invoice with several `payment_methods`, the one that the payer chose: a charge by another one is taken back. An abandoned invoice can be paid where the settings of the store allow it. Needs the scope `payments:write`.
        """
        return cast(
            types.Payment,
            await self._call("POST", f"/api/v1/invoices/{id}/payments", body=body, idempotency_key=idempotency_key),
        )

    async def list_payments(self, id: int) -> types.PaymentList:
        """List the payment attempts of an invoice

        All of them, the first one first: an invoice has at most 50. Needs the scope `read`.
        """
        return cast(types.PaymentList, await self._call("GET", f"/api/v1/invoices/{id}/payments"))

    async def record_external_payment(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.RecordExternalPayment]
    ) -> types.ReceivedPayment:
        """Record money that came past the gateway

        Cash, a transfer or a check that the store has. The money counts at once: it settles the invoice, whose charge is taken back, or a new charge asks for the rest. A bank may take money for a charge that was on its way: it is then overpaid. Needs the scope `payments:write`.
        """
        return cast(
            types.ReceivedPayment,
            await self._call(
                "POST", f"/api/v1/invoices/{id}/external-payments", body=body, idempotency_key=idempotency_key
            ),
        )

    async def reverse_external_payment(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.ReversePayment]
    ) -> types.ReceivedPayment:
        """Take back a payment that was recorded

        Of money that came past the gateway: it was a mistake, or a check was returned. An invoice that lacks the money is owed again, and a new charge asks for it. Money of a gateway goes back by a refund. Needs the scope `payments:write`.
        """
        return cast(
            types.ReceivedPayment,
            await self._call("POST", f"/api/v1/payments/{id}/reversal", body=body, idempotency_key=idempotency_key),
        )

    async def create_credit_note(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.GrantCreditNote]
    ) -> types.Concession:
        """Ask for less

        A credit note lowers the amount that is due, and says why. A fresh code or boleto asks for the rest; a card is submitted again. An invoice of which a part was paid may be credited to nothing: it is then paid. To give up all of an invoice, cancel it or write it off; to give money back, refund it. Needs the scope `payments:write`.
        """
        return cast(
            types.Concession,
            await self._call("POST", f"/api/v1/invoices/{id}/credit-notes", body=body, idempotency_key=idempotency_key),
        )

    async def write_off_invoice(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.WriteOff]
    ) -> types.Concession:
        """Write off what will never come

        The invoice is canceled, its charge is taken back, and the ledger says what was lost. Money that comes all the same counts, and takes so much of the write-off back. Needs the scope `payments:write`.
        """
        return cast(
            types.Concession,
            await self._call("POST", f"/api/v1/invoices/{id}/write-off", body=body, idempotency_key=idempotency_key),
        )

    def list_concessions(
        self,
        id: int,
        *,
        limit: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Concession]:
        """List the credit notes and the write-off of an invoice

        With the words of the store. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                f"/api/v1/invoices/{id}/concessions",
                query={
                    "limit": limit,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def create_refund(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.RequestRefund]
    ) -> types.Refund:
        """Give money back, whole or in part

        Never more than a payment has left. It is `pending` until the gateway decides; then `invoice.refunded` is announced, or `invoice.updated` with `refund_status: failed`. A store may ask a second person for refunds over an amount: these are answered 202, wait as `awaiting_approval`, and end as `rejected` with `refund_status: rejected` where an owner says no. Needs the scope `refunds:write`.
        """
        return cast(
            types.Refund,
            await self._call("POST", f"/api/v1/invoices/{id}/refunds", body=body, idempotency_key=idempotency_key),
        )

    def list_refunds(
        self,
        id: int,
        *,
        limit: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Refund]:
        """List the refunds of an invoice

        Those under way, done and failed. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                f"/api/v1/invoices/{id}/refunds",
                query={
                    "limit": limit,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def list_all_refunds(
        self,
        *,
        limit: int | None = None,
        invoice_id: int | None = None,
        payment_id: int | None = None,
        payout_id: int | None = None,
        status: Literal["pending", "succeeded", "failed", "awaiting_approval", "rejected"] | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Refund]:
        """List refunds

        Those of all invoices. Of a range of times by that time, else by age. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/refunds",
                query={
                    "limit": limit,
                    "invoice_id": invoice_id,
                    "payment_id": payment_id,
                    "payout_id": payout_id,
                    "status": status,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_refund(self, id: int) -> types.Refund:
        """Read a refund

        To see what became of it; webhooks tell the same without asking. Needs the scope `read`.
        """
        return cast(types.Refund, await self._call("GET", f"/api/v1/refunds/{id}"))

    def list_disputes(
        self,
        *,
        limit: int | None = None,
        invoice_id: int | None = None,
        status: Literal["open", "under_review", "won", "lost"] | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Dispute]:
        """List disputes

        Those of all invoices. `invoice.disputed`, `invoice.dispute_updated` and `invoice.dispute_closed` tell the same. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/disputes",
                query={
                    "limit": limit,
                    "invoice_id": invoice_id,
                    "status": status,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_dispute(self, id: int) -> types.Dispute:
        """Read a dispute

        By the `dispute_id` of its events. Needs the scope `read`.
        """
        return cast(types.Dispute, await self._call("GET", f"/api/v1/disputes/{id}"))

    async def list_dispute_files(self, id: int) -> types.DisputeFileList:
        """List the files for the answer to a dispute

        Their contents are kept sealed for the gateway: nobody reads them back. Needs the scope `read`.
        """
        return cast(types.DisputeFileList, await self._call("GET", f"/api/v1/disputes/{id}/files"))

    async def add_dispute_file(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.AddEvidence]
    ) -> types.DisputeFile:
        """Add a file to the answer to a dispute

        Checked by its bytes: whole, of 2 MB at most, and a PDF without scripts, other files or a password. Nothing is sent before `POST /disputes/{id}/answer`. Needs the scope `invoices:write`.
        """
        return cast(
            types.DisputeFile,
            await self._call("POST", f"/api/v1/disputes/{id}/files", body=body, idempotency_key=idempotency_key),
        )

    async def delete_dispute_file(self, id: int) -> None:
        """Remove a file from the answer to a dispute

        Before the answer is given. Needs the scope `invoices:write`.
        """
        await self._call("DELETE", f"/api/v1/evidence-files/{id}")

    async def answer_dispute(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.AnswerDispute]
    ) -> types.Dispute:
        """Answer a dispute

        With these words and the files that were added. The gateway takes one answer: give all that you have. `invoice.dispute_updated` tells that the answer was taken. In the sandbox, `winning_evidence` or `losing_evidence` in the words decides the dispute. Needs the scope `invoices:write`.
        """
        return cast(
            types.Dispute,
            await self._call("POST", f"/api/v1/disputes/{id}/answer", body=body, idempotency_key=idempotency_key),
        )

    async def get_balance(self) -> types.Balance:
        """Read the balance

        The money of the store at its gateways: what it can have now, what comes on which day, what is disputed. Needs the scope `read`.
        """
        return cast(types.Balance, await self._call("GET", "/api/v1/balance"))

    def list_ledger_entries(
        self,
        *,
        limit: int | None = None,
        account: (
            Literal[
                "receivable",
                "gateway_balance",
                "bank",
                "external",
                "fees",
                "refunds",
                "disputes",
                "surplus",
                "credit_notes",
                "write_offs",
            ]
            | None
        ) = None,
        invoice_id: int | None = None,
        transaction_id: int | None = None,
        posted_at_gt: str | None = None,
        posted_at_gte: str | None = None,
        posted_at_lt: str | None = None,
        posted_at_lte: str | None = None,
    ) -> AsyncListing[types.LedgerEntry]:
        """List the entries of the ledger

        Each movement of money is a transaction of entries that come to zero. An entry never changes: a later transaction takes one back. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/ledger",
                query={
                    "limit": limit,
                    "account": account,
                    "invoice_id": invoice_id,
                    "transaction_id": transaction_id,
                    "posted_at[gt]": posted_at_gt,
                    "posted_at[gte]": posted_at_gte,
                    "posted_at[lt]": posted_at_lt,
                    "posted_at[lte]": posted_at_lte,
                    **cursor,
                },
            )
        )

    def list_received_payments(
        self,
        *,
        limit: int | None = None,
        invoice_id: int | None = None,
        method: Literal["pix", "boleto", "card", "cash", "transfer", "check", "other"] | None = None,
        gateway: str | None = None,
        payout_id: int | None = None,
        end_to_end_id: str | None = None,
        amount: float | None = None,
        paid_at_gt: str | None = None,
        paid_at_gte: str | None = None,
        paid_at_lt: str | None = None,
        paid_at_lte: str | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.ReceivedPayment]:
        """List the money that came in

        Across all invoices, each amount its own. Of a range of times by that time, else by age. `paid_at` is when the payer paid: `paid_at[gte]` and `paid_at[lt]` of a day are the money of that day. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/payments",
                query={
                    "limit": limit,
                    "invoice_id": invoice_id,
                    "method": method,
                    "gateway": gateway,
                    "payout_id": payout_id,
                    "end_to_end_id": end_to_end_id,
                    "amount": amount,
                    "paid_at[gt]": paid_at_gt,
                    "paid_at[gte]": paid_at_gte,
                    "paid_at[lt]": paid_at_lt,
                    "paid_at[lte]": paid_at_lte,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_received_payment(self, id: int) -> types.ReceivedPayment:
        """Read a payment

        By its `id` in `received` or `external_payments` of an invoice, or the `payment_id` of an event. Needs the scope `read`.
        """
        return cast(types.ReceivedPayment, await self._call("GET", f"/api/v1/payments/{id}"))

    def list_payouts(
        self,
        *,
        limit: int | None = None,
        gateway: str | None = None,
        arrives_on_gte: str | None = None,
        arrives_on_lte: str | None = None,
    ) -> AsyncListing[types.Payout]:
        """List payouts

        The money that gateways sent to the bank account of the store. `GET /payments?payout_id=` has what is in one. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/payouts",
                query={
                    "limit": limit,
                    "gateway": gateway,
                    "arrives_on[gte]": arrives_on_gte,
                    "arrives_on[lte]": arrives_on_lte,
                    **cursor,
                },
            )
        )

    async def get_payout(self, id: int) -> types.Payout:
        """Read a payout

        With the part of it that its payments and refunds do not account for. Needs the scope `read`.
        """
        return cast(types.Payout, await self._call("GET", f"/api/v1/payouts/{id}"))

    async def get_money_report(
        self, *, since: str, until: str, by: Literal["day", "month"] | None = None
    ) -> types.MoneyReport:
        """Report the money of days or months

        What came in, what went back, what it cost, and what the bank has: from the ledger, to the cent. Needs the scope `read`.
        """
        return cast(
            types.MoneyReport,
            await self._call("GET", "/api/v1/reports/money", query={"since": since, "until": until, "by": by}),
        )

    async def export_money(
        self,
        *,
        since: str,
        until: str,
        format: Literal["csv", "xlsx", "ofx"],
        language: Literal["pt", "en"] | None = None,
    ) -> types.MoneyFile:
        """Export a statement for a spreadsheet or accounting program

        The movements of the money that gateways hold. CSV and XLSX in the words of `language`; OFX 1.0.2 with an account for each gateway, whose id ends with the gateway’s name. At most 50,000 movements. Needs the scope `read`.
        """
        return cast(
            types.MoneyFile,
            await self._call(
                "GET",
                "/api/v1/reports/money/export",
                query={"since": since, "until": until, "format": format, "language": language},
            ),
        )

    async def get_reminder_schedule(self) -> types.ReminderSchedule:
        """Read the reminder schedule

        How the store writes to its payers, in the environment of the token. Needs the scope `read`.
        """
        return cast(types.ReminderSchedule, await self._call("GET", "/api/v1/reminder-schedule"))

    async def update_reminder_schedule(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateReminderSchedule]
    ) -> types.ReminderSchedule:
        """Change the reminder schedule

        Sets what is given and leaves the rest. Invoices that are owed follow the new schedule within seconds; steps whose moment has passed remind nobody. A reminder is sent while its invoice is owed, no money of it is disputed, and its customer has not opted out. Needs the scope `invoices:write`.
        """
        return cast(
            types.ReminderSchedule,
            await self._call("PATCH", "/api/v1/reminder-schedule", body=body, idempotency_key=idempotency_key),
        )

    async def preview_message(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.PreviewMessage]
    ) -> types.WrittenMessage:
        """Preview a message

        Writes a message as the schedule has it now, and sends it to nobody. Needs the scope `read`.
        """
        return cast(
            types.WrittenMessage,
            await self._call("POST", "/api/v1/reminder-schedule/preview", body=body, idempotency_key=idempotency_key),
        )

    def list_messages(
        self,
        *,
        limit: int | None = None,
        invoice_id: int | None = None,
        kind: Literal["reminder", "receipt", "refund_notice"] | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Message]:
        """List messages

        Reminders, receipts and refund notices of all invoices. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/messages",
                query={
                    "limit": limit,
                    "invoice_id": invoice_id,
                    "kind": kind,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_message(self, id: int) -> types.Message:
        """Read a message

        Whether it was sent, and why not. Needs the scope `read`.
        """
        return cast(types.Message, await self._call("GET", f"/api/v1/messages/{id}"))

    async def read_message_content(self, id: int) -> types.WrittenMessage:
        """Read the text of a message

        As it would be written now: texts are not kept. In the sandbox nobody is written to; this is what the payer would get. Needs the scope `read`.
        """
        return cast(types.WrittenMessage, await self._call("GET", f"/api/v1/messages/{id}/content"))

    async def get_invoice_reminders(self, id: int) -> types.InvoiceReminders:
        """Read when an invoice reminds next

        The next step of the schedule, and whether the reminders are held back. Needs the scope `read`.
        """
        return cast(types.InvoiceReminders, await self._call("GET", f"/api/v1/invoices/{id}/reminders"))

    async def remind_invoice(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.InvoiceReminder]
    ) -> types.Message:
        """Remind the payer of an invoice now

        Beside the steps of the schedule, and also where that is switched off. Within the quiet hours the message waits for their end. A channel reminds of an invoice once in 24 hours. Needs the scope `invoices:write`.
        """
        return cast(
            types.Message,
            await self._call("POST", f"/api/v1/invoices/{id}/reminders", body=body, idempotency_key=idempotency_key),
        )

    async def hold_reminders(self, id: int, *, idempotency_key: str | None = None) -> types.InvoiceReminders:
        """Hold the reminders of an invoice

        Its payer is not reminded until they are resumed, as where the store has agreed on something by phone. Needs the scope `invoices:write`.
        """
        return cast(
            types.InvoiceReminders,
            await self._call("POST", f"/api/v1/invoices/{id}/reminders/hold", idempotency_key=idempotency_key),
        )

    async def resume_reminders(self, id: int, *, idempotency_key: str | None = None) -> types.InvoiceReminders:
        """Let the reminders of an invoice go on

        From the next step on. Steps whose moment passed meanwhile are left out. Needs the scope `invoices:write`.
        """
        return cast(
            types.InvoiceReminders,
            await self._call("POST", f"/api/v1/invoices/{id}/reminders/resume", idempotency_key=idempotency_key),
        )

    async def create_subscription(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreateSubscription]
    ) -> types.Subscription:
        """Start a subscription

        Each cycle makes an ordinary invoice, with a checkout of its own, at the prices that the products have now. Where the first one is due to be made it is in the answer as `latest_cycle`. Days are the store's; what is planned for one happens at its renewal time. Needs the scope `invoices:write`.
        """
        return cast(
            types.Subscription,
            await self._call("POST", "/api/v1/subscriptions", body=body, idempotency_key=idempotency_key),
        )

    def list_subscriptions(
        self,
        *,
        limit: int | None = None,
        status: (
            Literal["trialing", "awaiting_authorization", "active", "past_due", "paused", "canceled", "ended"] | None
        ) = None,
        customer_id: int | None = None,
        coupon_id: int | None = None,
        payment_method: Literal["pix", "boleto", "card", "pix_automatic"] | None = None,
        external_reference: str | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Subscription]:
        """List subscriptions

        Filters go together: all of them must hold. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/subscriptions",
                query={
                    "limit": limit,
                    "status": status,
                    "customer_id": customer_id,
                    "coupon_id": coupon_id,
                    "payment_method": payment_method,
                    "external_reference": external_reference,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_subscription(self, id: int) -> types.Subscription:
        """Read a subscription

        With its lines, its newest cycle, and what comes next. Needs the scope `read`.
        """
        return cast(types.Subscription, await self._call("GET", f"/api/v1/subscriptions/{id}"))

    async def update_subscription(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateSubscription]
    ) -> types.Subscription:
        """Update a subscription

        From the next invoice on; those that were made stay as they are. Products are taken at their present prices. With another rhythm the next charge is due when the period that was sold is over, or on the first day after it that the new anchor names, and the others are counted from there. Announces `subscription.updated`. Needs the scope `invoices:write`.
        """
        return cast(
            types.Subscription,
            await self._call("PATCH", f"/api/v1/subscriptions/{id}", body=body, idempotency_key=idempotency_key),
        )

    async def pause_subscription(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.PauseSubscription]
    ) -> types.Subscription:
        """Pause a subscription

        No invoice is made and no charge tried again. An invoice that was made early for a period that has not begun is canceled; one that is due stays owed. Charges that would be due during the pause are left out, and do not count as cycles. Needs the scope `invoices:write`.
        """
        return cast(
            types.Subscription,
            await self._call("POST", f"/api/v1/subscriptions/{id}/pause", body=body, idempotency_key=idempotency_key),
        )

    async def resume_subscription(self, id: int, *, idempotency_key: str | None = None) -> types.Subscription:
        """End a pause, or take a planned cancellation back

        Due dates stay where they were: the next charge is due on the first of them from today on, today included. Needs the scope `invoices:write`.
        """
        return cast(
            types.Subscription,
            await self._call("POST", f"/api/v1/subscriptions/{id}/resume", idempotency_key=idempotency_key),
        )

    async def cancel_subscription(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.CancelSubscription]
    ) -> types.Subscription:
        """Cancel a subscription, now or at the end of its period

        An invoice that was made early for a period that has not begun is canceled in either case. Money that was paid is not given back: refund its invoice. Canceling twice changes nothing. Needs the scope `invoices:write`.
        """
        return cast(
            types.Subscription,
            await self._call("POST", f"/api/v1/subscriptions/{id}/cancel", body=body, idempotency_key=idempotency_key),
        )

    async def retry_subscription(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.RetrySubscription]
    ) -> types.Subscription:
        """Try unpaid charges again, now

        For a store that does not wait for the next attempt, or when all of them are spent: the card on file is charged once more, a Pix code or boleto that ran out is made anew, and the schedule of attempts begins again. A subscription that is past due stays so until it is paid. Needs the scope `payments:write`.
        """
        return cast(
            types.Subscription,
            await self._call("POST", f"/api/v1/subscriptions/{id}/retry", body=body, idempotency_key=idempotency_key),
        )

    async def request_authorization(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.RequestAuthorization]
    ) -> types.Subscription:
        """Ask the payer to agree to debits

        Of a subscription by `pix_automatic` whose authorization was refused, ran out or was canceled. A new subscription asks by itself. Announces `subscription.updated` once the payer can agree, then `subscription.authorized` or `subscription.authorization_refused`. Needs the scope `invoices:write`.
        """
        return cast(
            types.Subscription,
            await self._call(
                "POST", f"/api/v1/subscriptions/{id}/authorization", body=body, idempotency_key=idempotency_key
            ),
        )

    async def cancel_authorization(self, id: int) -> types.Subscription:
        """Cancel the agreement to debits

        Charges are paid by a Pix code from then on, also one whose debit was announced. To cancel twice changes nothing. Announces `subscription.authorization_canceled`. Needs the scope `invoices:write`.
        """
        return cast(types.Subscription, await self._call("DELETE", f"/api/v1/subscriptions/{id}/authorization"))

    def list_subscription_cycles(
        self,
        id: int,
        *,
        limit: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.SubscriptionCycle]:
        """List the cycles of a subscription

        Each period with its invoice, and how far its charge has come. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                f"/api/v1/subscriptions/{id}/cycles",
                query={
                    "limit": limit,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def create_webhook(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreateWebhook]
    ) -> types.CreatedWebhook:
        """Subscribe a URL to events

        Each webhook has a secret of its own, which signs what is sent to it. A store has up to 20 in an environment. Needs the scope `webhooks:write`.
        """
        return cast(
            types.CreatedWebhook,
            await self._call("POST", "/api/v1/webhooks", body=body, idempotency_key=idempotency_key),
        )

    def list_webhooks(
        self,
        *,
        limit: int | None = None,
        enabled: bool | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Webhook]:
        """List webhooks

        Without their secrets. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/webhooks",
                query={
                    "limit": limit,
                    "enabled": enabled,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_webhook(self, id: int) -> types.Webhook:
        """Read a webhook

        Without its secret, which is shown only when it is made or rotated. Needs the scope `read`.
        """
        return cast(types.Webhook, await self._call("GET", f"/api/v1/webhooks/{id}"))

    async def update_webhook(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateWebhook]
    ) -> types.Webhook:
        """Update a webhook

        Sets the fields that are given. A delivery that is already queued is sent to the new URL, with the same bytes. `enabled: true` takes back what a 410 switched off. Needs the scope `webhooks:write`.
        """
        return cast(
            types.Webhook,
            await self._call("PATCH", f"/api/v1/webhooks/{id}", body=body, idempotency_key=idempotency_key),
        )

    async def delete_webhook(self, id: int) -> None:
        """Delete a webhook

        Nothing more is sent to it, also not what was queued. Needs the scope `webhooks:write`.
        """
        await self._call("DELETE", f"/api/v1/webhooks/{id}")

    async def rotate_webhook_secret(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.RotateSecret]
    ) -> types.CreatedWebhook:
        """Rotate the secret of a webhook

        Until the overlap has passed both secrets sign: `webhook-signature` lists both, and `X-Service-Signature-Previous` has the signature of the one before. Rotated again meanwhile, the oldest no longer signs. Needs the scope `webhooks:write`.
        """
        return cast(
            types.CreatedWebhook,
            await self._call(
                "POST", f"/api/v1/webhooks/{id}/rotate-secret", body=body, idempotency_key=idempotency_key
            ),
        )

    def list_deliveries(
        self,
        id: int,
        *,
        limit: int | None = None,
        status: Literal["pending", "delivered", "failed", "canceled"] | None = None,
        event: (
            Literal[
                "invoice.created",
                "invoice.payment_confirmed",
                "invoice.payment_registered",
                "invoice.refused",
                "invoice.updated",
                "invoice.abandoned",
                "subscription.created",
                "subscription.renewed",
                "invoice.overdue",
                "invoice.expired",
                "invoice.canceled",
                "invoice.refunded",
                "invoice.overpaid",
                "invoice.disputed",
                "invoice.dispute_answer_due",
                "invoice.dispute_updated",
                "invoice.dispute_closed",
                "subscription.canceled",
                "subscription.payment_failed",
                "subscription.updated",
                "subscription.trial_ended",
                "subscription.past_due",
                "subscription.paused",
                "subscription.resumed",
                "subscription.ended",
                "subscription.authorized",
                "subscription.authorization_refused",
                "subscription.authorization_canceled",
                "payout.created",
                "payout.paid",
                "payout.failed",
                "payout.reconciled",
                "customer.erased",
                "audit.recorded",
                "webhook.test",
            ]
            | None
        ) = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Delivery]:
        """List the deliveries of a webhook

        Each event on its way to this webhook, and how it went. Kept for a set number of days after their end. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                f"/api/v1/webhooks/{id}/deliveries",
                query={
                    "limit": limit,
                    "status": status,
                    "event": event,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_delivery(self, id: int) -> types.DeliveryLog:
        """Read a delivery

        With the body as it was sent, and every attempt: what was sent and what came back. Needs the scope `read`.
        """
        return cast(types.DeliveryLog, await self._call("GET", f"/api/v1/deliveries/{id}"))

    async def test_webhook(self, id: int, *, idempotency_key: str | None = None) -> types.Delivery:
        """Send a test event

        Sends `webhook.test` to this webhook alone, signed and retried as any event, also while it is switched off. Needs the scope `webhooks:write`.
        """
        return cast(
            types.Delivery, await self._call("POST", f"/api/v1/webhooks/{id}/test", idempotency_key=idempotency_key)
        )

    async def redeliver(self, id: int, *, idempotency_key: str | None = None) -> types.Delivery:
        """Send a delivery once more

        The same id and bytes with a fresh timestamp and signature, and the number of attempts of the store anew. The delivery must have ended, whether it was delivered or not. Needs the scope `webhooks:write`.
        """
        return cast(
            types.Delivery,
            await self._call("POST", f"/api/v1/deliveries/{id}/redeliver", idempotency_key=idempotency_key),
        )

    async def redeliver_event(self, id: int, *, idempotency_key: str | None = None) -> types.EventDeliveries:
        """Send an event once more

        To every webhook that is switched on and subscribes to it, also to one that did not exist when it happened. Deliveries that are under way stay as they are. Needs the scope `webhooks:write`.
        """
        return cast(
            types.EventDeliveries,
            await self._call("POST", f"/api/v1/events/{id}/redeliver", idempotency_key=idempotency_key),
        )

    async def redeliver_failed(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.RedeliverFailed]
    ) -> types.Redelivered:
        """Send everything once more that failed since a time

        The oldest first, a thousand at most in one request. For after an outage of the receiver. Needs the scope `webhooks:write`.
        """
        return cast(
            types.Redelivered,
            await self._call("POST", f"/api/v1/webhooks/{id}/redeliver", body=body, idempotency_key=idempotency_key),
        )

    async def get_webhook_settings(self) -> types.WebhookSettings:
        """Read the retry settings

        How the deliveries of this store are tried again, in the environment of the token. Needs the scope `read`.
        """
        return cast(types.WebhookSettings, await self._call("GET", "/api/v1/webhook-settings"))

    async def update_webhook_settings(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateWebhookSettings]
    ) -> types.WebhookSettings:
        """Change the retry settings

        Deliveries that wait are told: their next attempt is due as the new settings say, counted from the end of the last. One that has had all its attempts by the new settings ends. Needs the scope `webhooks:write`.
        """
        return cast(
            types.WebhookSettings,
            await self._call("PATCH", "/api/v1/webhook-settings", body=body, idempotency_key=idempotency_key),
        )

    def list_events(
        self,
        *,
        limit: int | None = None,
        event: (
            Literal[
                "invoice.created",
                "invoice.payment_confirmed",
                "invoice.payment_registered",
                "invoice.refused",
                "invoice.updated",
                "invoice.abandoned",
                "subscription.created",
                "subscription.renewed",
                "invoice.overdue",
                "invoice.expired",
                "invoice.canceled",
                "invoice.refunded",
                "invoice.overpaid",
                "invoice.disputed",
                "invoice.dispute_answer_due",
                "invoice.dispute_updated",
                "invoice.dispute_closed",
                "subscription.canceled",
                "subscription.payment_failed",
                "subscription.updated",
                "subscription.trial_ended",
                "subscription.past_due",
                "subscription.paused",
                "subscription.resumed",
                "subscription.ended",
                "subscription.authorized",
                "subscription.authorization_refused",
                "subscription.authorization_canceled",
                "payout.created",
                "payout.paid",
                "payout.failed",
                "payout.reconciled",
                "customer.erased",
                "audit.recorded",
                "webhook.test",
            ]
            | None
        ) = None,
        wait: int | None = None,
        invoice_id: int | None = None,
        subscription_id: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.Event]:
        """List events

        To catch up after an outage of a receiver: what its webhook would have been sent. To hear of events without a receiver: `ending_before` the newest one that you know, and `wait`. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/events",
                query={
                    "limit": limit,
                    "event": event,
                    "wait": wait,
                    "invoice_id": invoice_id,
                    "subscription_id": subscription_id,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def get_event(self, id: int) -> types.Event:
        """Read an event

        By its `id`, which is in every delivery of it. Needs the scope `read`.
        """
        return cast(types.Event, await self._call("GET", f"/api/v1/events/{id}"))

    async def simulate_payment(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.SandboxPayment]
    ) -> types.Invoice:
        """Play the payer

        The sandbox gateway tells the outcome by the same signed callback that a real one would send. `confirmed` and `refused` are of the charge; a card invoice without a payment under way is given a test card first. `disputed`, `dispute_won` and `dispute_lost` are of the newest payment: its bank wants it back, and decides. `refund_refused` is of the newest refund, also of one that had succeeded: the payer's bank sends the money back. Needs the scope `payments:write`.
        """
        return cast(
            types.Invoice,
            await self._call(
                "POST", f"/api/v1/sandbox/invoices/{id}/payment", body=body, idempotency_key=idempotency_key
            ),
        )

    async def simulate_payout(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.SandboxPayout]
    ) -> types.Payout:
        """Play the gateway that pays out

        It sends the money that is available by the clock of the store to its bank account: payments after their fees, less refunds. A Pix is available on its day, a boleto on the next business day, a card after 30 days. Up to 1,000 payments at once. Needs the scope `payments:write`.
        """
        return cast(
            types.Payout,
            await self._call("POST", "/api/v1/sandbox/payouts", body=body, idempotency_key=idempotency_key),
        )

    async def simulate_authorization(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.SandboxAuthorization]
    ) -> types.Subscription:
        """Play a payer who agrees to debits, or does not

        Of a subscription by `pix_automatic`. `authorized`, `rejected` and `expired` answer a request; `canceled` ends an agreement, as from the app of the payer’s bank. Each debit is then made on its day, by the store’s clock, unless `POST /sandbox/invoices/{id}/payment` says before what becomes of it. Needs the scope `payments:write`.
        """
        return cast(
            types.Subscription,
            await self._call(
                "POST", f"/api/v1/sandbox/subscriptions/{id}/authorization", body=body, idempotency_key=idempotency_key
            ),
        )

    async def read_sandbox_clock(self) -> types.SandboxClock:
        """Read the sandbox's clock

        A sandbox has real time until its clock is advanced for the first time. From then on the clock stands between two advances: no code expires, and no webhook is retried, unless the clock goes on. The answer says what happens next, and how far an advance is. Needs the scope `read`.
        """
        return cast(types.SandboxClock, await self._call("GET", "/api/v1/sandbox/clock"))

    async def advance_sandbox_clock(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.AdvanceSandboxClock]
    ) -> types.SandboxClock:
        """Advance the sandbox's clock

        Moves the store's time forwards, by a duration or to a moment. All that is due on the way happens in order, each thing at its own moment: due dates, expiries, trials, renewals, attempts to charge again, webhook retries. The clock goes on when a moment's charges are answered and its webhooks sent. Signatures of webhooks have real time. Read the clock until its `status` is `ready`. Needs the scope `payments:write`.
        """
        return cast(
            types.SandboxClock,
            await self._call("POST", "/api/v1/sandbox/clock", body=body, idempotency_key=idempotency_key),
        )

    async def remove_sandbox_clock(self) -> None:
        """Give the sandbox real time back

        Possible where nothing is open that happened at a moment which lies ahead of real time, and nothing is due between the clock and real time. Needs the scope `payments:write`.
        """
        await self._call("DELETE", "/api/v1/sandbox/clock")

    async def stop_sandbox_clock(self, *, idempotency_key: str | None = None) -> types.SandboxClock:
        """Stop the sandbox's clock

        Ends the advance under way at its next moment, where the clock then stands. Needs the scope `payments:write`.
        """
        return cast(
            types.SandboxClock, await self._call("POST", "/api/v1/sandbox/clock/stop", idempotency_key=idempotency_key)
        )

    async def create_inbox(self, *, idempotency_key: str | None = None) -> types.SandboxInbox:
        """Create an inbox

        A receiver for who has none yet: give its `url` to a webhook, and open its `page_url` to see what comes in and whether the signatures verify. A store has up to 10. Needs the scope `webhooks:write`.
        """
        return cast(
            types.SandboxInbox, await self._call("POST", "/api/v1/sandbox/inboxes", idempotency_key=idempotency_key)
        )

    def list_inboxes(
        self,
        *,
        limit: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.SandboxInbox]:
        """List inboxes

        Those of the store. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/sandbox/inboxes",
                query={
                    "limit": limit,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def list_inbox_messages(
        self,
        id: int,
        *,
        limit: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> AsyncListing[types.SandboxMessage]:
        """List what came to an inbox

        The last 100 requests, with whether their signatures verify. `created_at` is when they came. Needs the scope `read`.
        """
        return AsyncListing(
            lambda cursor: self._call(
                "GET",
                f"/api/v1/sandbox/inboxes/{id}/messages",
                query={
                    "limit": limit,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    async def delete_inbox(self, id: int) -> None:
        """Delete an inbox

        With everything that came to it. Webhooks with its URL are then answered 404. Needs the scope `webhooks:write`.
        """
        await self._call("DELETE", f"/api/v1/sandbox/inboxes/{id}")


class Calls(ABC):
    @abstractmethod
    def _call(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
    ) -> Any: ...

    def create_customer(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreateCustomer]
    ) -> types.Customer:
        """Create a customer

        A name and an email address are enough. Needs the scope `customers:write`.
        """
        return cast(types.Customer, self._call("POST", "/api/v1/customers", body=body, idempotency_key=idempotency_key))

    def list_customers(
        self,
        *,
        limit: int | None = None,
        email: str | None = None,
        document: str | None = None,
        external_reference: str | None = None,
        active: bool | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Customer]:
        """List customers

        Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/customers",
                query={
                    "limit": limit,
                    "email": email,
                    "document": document,
                    "external_reference": external_reference,
                    "active": active,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_customer(self, id: int) -> types.Customer:
        """Read a customer

        Archived ones are found too. Needs the scope `read`.
        """
        return cast(types.Customer, self._call("GET", f"/api/v1/customers/{id}"))

    def update_customer(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateCustomer]
    ) -> types.Customer:
        """Update a customer

        Sets the fields that are given and leaves the others. Events that happened keep the name they had. Needs the scope `customers:write`.
        """
        return cast(
            types.Customer, self._call("PATCH", f"/api/v1/customers/{id}", body=body, idempotency_key=idempotency_key)
        )

    def archive_customer(self, id: int) -> types.Customer:
        """Archive a customer

        An archived customer stays readable, as its invoices need it, and gets no new ones. `PATCH` with `"active": true` brings it back. Needs the scope `customers:write`.
        """
        return cast(types.Customer, self._call("DELETE", f"/api/v1/customers/{id}"))

    def export_personal_data(self, id: int) -> types.PersonalData:
        """Export the personal data of a customer

        Everything that is kept about the customer, for whoever asks what that is (LGPD, art. 18 and 19): invoices, payments, refunds, subscriptions, events, and which receivers were told, the oldest first. The answer is written while it is read: one that is cut off is no JSON. Needs the scope `personal_data`.
        """
        return cast(types.PersonalData, self._call("GET", f"/api/v1/customers/{id}/personal-data"))

    def erase_customer(self, id: int, *, idempotency_key: str | None = None) -> types.Customer:
        """Erase a customer

        For good: name, document, contact, address and labels of the customer; descriptions and labels of their invoices and subscriptions; and all of that in events, deliveries and kept answers. Amounts, dates, statuses, ids and external references of invoices stay, as books must. 409 while anything goes on: unpaid invoices, subscriptions, refunds, disputes, or a webhook that is being sent. Announces `customer.erased`. Erasing twice changes nothing. Needs the scope `personal_data`.
        """
        return cast(
            types.Customer, self._call("POST", f"/api/v1/customers/{id}/erase", idempotency_key=idempotency_key)
        )

    def save_card(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.SaveCard]
    ) -> types.SavedCard:
        """Save a card of a customer

        The gateway keeps the card, without a charge, for invoices and subscriptions that are charged while nobody is there. The customer has to have agreed. A card that is saved already is answered as it is. A customer has at most 20. Needs the scope `payments:write`.
        """
        return cast(
            types.SavedCard,
            self._call("POST", f"/api/v1/customers/{id}/cards", body=body, idempotency_key=idempotency_key),
        )

    def list_saved_cards(
        self,
        id: int,
        *,
        limit: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.SavedCard]:
        """List the saved cards of a customer

        Those that can be charged, newest first. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                f"/api/v1/customers/{id}/cards",
                query={
                    "limit": limit,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_saved_card(self, id: int) -> types.SavedCard:
        """Read a saved card

        Never its number, nor its token. Needs the scope `read`.
        """
        return cast(types.SavedCard, self._call("GET", f"/api/v1/saved-cards/{id}"))

    def delete_saved_card(self, id: int) -> types.SavedCard:
        """Delete a saved card

        It is charged no more, and the gateway is told to forget it. 409 while a subscription charges it. Needs the scope `payments:write`.
        """
        return cast(types.SavedCard, self._call("DELETE", f"/api/v1/saved-cards/{id}"))

    def create_product(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreateProduct]
    ) -> types.Product:
        """Create a product

        A name and a price. Invoices name products by id. Needs the scope `invoices:write`.
        """
        return cast(types.Product, self._call("POST", "/api/v1/products", body=body, idempotency_key=idempotency_key))

    def list_products(
        self,
        *,
        limit: int | None = None,
        sku: str | None = None,
        active: bool | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Product]:
        """List products

        Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/products",
                query={
                    "limit": limit,
                    "sku": sku,
                    "active": active,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_product(self, id: int) -> types.Product:
        """Read a product

        Archived ones are found too. Needs the scope `read`.
        """
        return cast(types.Product, self._call("GET", f"/api/v1/products/{id}"))

    def update_product(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateProduct]
    ) -> types.Product:
        """Update a product

        Sets the fields that are given and leaves the others. Invoices keep the name and price they were made with. Needs the scope `invoices:write`.
        """
        return cast(
            types.Product, self._call("PATCH", f"/api/v1/products/{id}", body=body, idempotency_key=idempotency_key)
        )

    def archive_product(self, id: int) -> types.Product:
        """Archive a product

        An archived product stays on the invoices that have it, and new ones cannot have it. `PATCH` with `"active": true` brings it back. Needs the scope `invoices:write`.
        """
        return cast(types.Product, self._call("DELETE", f"/api/v1/products/{id}"))

    def create_coupon(self, *, idempotency_key: str | None = None, **body: Unpack[types.CreateCoupon]) -> types.Coupon:
        """Create a coupon

        A code, and what it takes off. Invoices and subscriptions name it by its code. Its terms stay as they are: whoever redeemed it agreed on them. Needs the scope `invoices:write`.
        """
        return cast(types.Coupon, self._call("POST", "/api/v1/coupons", body=body, idempotency_key=idempotency_key))

    def list_coupons(
        self,
        *,
        limit: int | None = None,
        code: str | None = None,
        active: bool | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Coupon]:
        """List coupons

        Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/coupons",
                query={
                    "limit": limit,
                    "code": code,
                    "active": active,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_coupon(self, id: int) -> types.Coupon:
        """Read a coupon

        Archived ones are found too. Needs the scope `read`.
        """
        return cast(types.Coupon, self._call("GET", f"/api/v1/coupons/{id}"))

    def update_coupon(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateCoupon]
    ) -> types.Coupon:
        """Update a coupon

        Sets the fields that are given and leaves the others. Code, discount and cycles cannot change: archive the coupon and create another. Needs the scope `invoices:write`.
        """
        return cast(
            types.Coupon, self._call("PATCH", f"/api/v1/coupons/{id}", body=body, idempotency_key=idempotency_key)
        )

    def archive_coupon(self, id: int) -> types.Coupon:
        """Archive a coupon

        It stays where it was redeemed, and nobody redeems it any more. `PATCH` with `"active": true` brings it back. Needs the scope `invoices:write`.
        """
        return cast(types.Coupon, self._call("DELETE", f"/api/v1/coupons/{id}"))

    def create_payment_link(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreatePaymentLink]
    ) -> types.PaymentLink:
        """Create a payment link

        A page with an address of its own, at which anybody buys the same. The payer gives name, e-mail and CPF or CNPJ, and gets an invoice; events of the invoice name the link as `payment_link_id`. Needs the scope `invoices:write`.
        """
        return cast(
            types.PaymentLink, self._call("POST", "/api/v1/payment-links", body=body, idempotency_key=idempotency_key)
        )

    def list_payment_links(
        self,
        *,
        limit: int | None = None,
        active: bool | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.PaymentLink]:
        """List payment links

        Those of the token's environment: sandbox and production have their own. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/payment-links",
                query={
                    "limit": limit,
                    "active": active,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_payment_link(self, id: int) -> types.PaymentLink:
        """Read a payment link

        Archived ones are found too. Needs the scope `read`.
        """
        return cast(types.PaymentLink, self._call("GET", f"/api/v1/payment-links/{id}"))

    def update_payment_link(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdatePaymentLink]
    ) -> types.PaymentLink:
        """Update a payment link

        Sets the fields that are given and leaves the others. Products and method cannot change: archive the link and create another. Needs the scope `invoices:write`.
        """
        return cast(
            types.PaymentLink,
            self._call("PATCH", f"/api/v1/payment-links/{id}", body=body, idempotency_key=idempotency_key),
        )

    def archive_payment_link(self, id: int) -> types.PaymentLink:
        """Archive a payment link

        Nobody buys there any more; its invoices stay. `PATCH` with `"active": true` brings it back. Needs the scope `invoices:write`.
        """
        return cast(types.PaymentLink, self._call("DELETE", f"/api/v1/payment-links/{id}"))

    def create_invoice(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreateInvoice]
    ) -> types.Invoice:
        """Create an invoice

        Pix and boleto are registered at the gateway right after: their code or line is there as soon as the invoice is `pending`. A card waits for its payment. Needs the scope `invoices:write`.
        """
        return cast(types.Invoice, self._call("POST", "/api/v1/invoices", body=body, idempotency_key=idempotency_key))

    def list_invoices(
        self,
        *,
        limit: int | None = None,
        status: (
            Literal[
                "open",
                "pending",
                "paid",
                "refused",
                "abandoned",
                "overdue",
                "expired",
                "canceled",
                "partially_refunded",
                "refunded",
            ]
            | None
        ) = None,
        customer_id: int | None = None,
        subscription_id: int | None = None,
        payment_link_id: int | None = None,
        coupon_id: int | None = None,
        payment_method: Literal["pix", "boleto", "card"] | None = None,
        external_reference: str | None = None,
        end_to_end_id: str | None = None,
        due_date_gte: str | None = None,
        due_date_lte: str | None = None,
        paid_at_gt: str | None = None,
        paid_at_gte: str | None = None,
        paid_at_lt: str | None = None,
        paid_at_lte: str | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Invoice]:
        """List invoices

        Filters go together: all of them must hold. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/invoices",
                query={
                    "limit": limit,
                    "status": status,
                    "customer_id": customer_id,
                    "subscription_id": subscription_id,
                    "payment_link_id": payment_link_id,
                    "coupon_id": coupon_id,
                    "payment_method": payment_method,
                    "external_reference": external_reference,
                    "end_to_end_id": end_to_end_id,
                    "due_date[gte]": due_date_gte,
                    "due_date[lte]": due_date_lte,
                    "paid_at[gt]": paid_at_gt,
                    "paid_at[gte]": paid_at_gte,
                    "paid_at[lt]": paid_at_lt,
                    "paid_at[lte]": paid_at_lte,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_invoice(self, id: int) -> types.Invoice:
        """Read an invoice

        With its lines, its attempts to be paid, and what is due today. Needs the scope `read`.
        """
        return cast(types.Invoice, self._call("GET", f"/api/v1/invoices/{id}"))

    def update_invoice(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateInvoice]
    ) -> types.Invoice:
        """Update an invoice

        Description, external reference and metadata can change at any time. Items, method, due date, installments, discount, fine and interest can while no money has arrived: the old charge is given up and a new one is registered. Announces `invoice.updated`. Needs the scope `invoices:write`.
        """
        return cast(
            types.Invoice, self._call("PATCH", f"/api/v1/invoices/{id}", body=body, idempotency_key=idempotency_key)
        )

    def cancel_invoice(self, id: int, *, idempotency_key: str | None = None) -> types.Invoice:
        """Give up an unpaid invoice

        Its charge is canceled at the gateway. Money that arrives all the same still makes it paid. Canceling twice changes nothing. Needs the scope `invoices:write`.
        """
        return cast(types.Invoice, self._call("POST", f"/api/v1/invoices/{id}/cancel", idempotency_key=idempotency_key))

    def quote_invoice(self, id: int, *, at: str | None = None) -> types.Quote:
        """Quote an invoice for a day

        With the discount, the fine and the interest of that day, and the plans of a card payment in parts: what a payer who is late, or in time for a discount, is to be asked for. Once it was paid, the amounts are those that were settled, whatever the day. Needs the scope `read`.
        """
        return cast(types.Quote, self._call("GET", f"/api/v1/invoices/{id}/quote", query={"at": at}))

    def get_invoice_timeline(self, id: int, *, limit: int | None = None) -> Listing[types.TimelineEntry]:
        """Read the timeline of an invoice

        For people who ask why an invoice stands as it does: each step of it, and what it waits for. A page has a hundred steps. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call("GET", f"/api/v1/invoices/{id}/timeline", query={"limit": limit, **cursor})
        )

    def submit_payment(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.SubmitPayment]
    ) -> types.Payment:
        """Submit a payment

        A card's token, a saved card, or a fresh Pix code or boleto after a refusal. Never a card number. For an overdue invoice, a fresh code or boleto in place of one that can no longer be paid, for what is due today, late fees included; while an overdue one can still be paid, there is no other. For an invoice with several `payment_methods`, the one that the payer chose: a charge by another one is taken back. An abandoned invoice can be paid where the settings of the store allow it. Needs the scope `payments:write`.
        """
        return cast(
            types.Payment,
            self._call("POST", f"/api/v1/invoices/{id}/payments", body=body, idempotency_key=idempotency_key),
        )

    def list_payments(self, id: int) -> types.PaymentList:
        """List the payment attempts of an invoice

        All of them, the first one first: an invoice has at most 50. Needs the scope `read`.
        """
        return cast(types.PaymentList, self._call("GET", f"/api/v1/invoices/{id}/payments"))

    def record_external_payment(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.RecordExternalPayment]
    ) -> types.ReceivedPayment:
        """Record money that came past the gateway

        Cash, a transfer or a check that the store has. The money counts at once: it settles the invoice, whose charge is taken back, or a new charge asks for the rest. A bank may take money for a charge that was on its way: it is then overpaid. Needs the scope `payments:write`.
        """
        return cast(
            types.ReceivedPayment,
            self._call("POST", f"/api/v1/invoices/{id}/external-payments", body=body, idempotency_key=idempotency_key),
        )

    def reverse_external_payment(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.ReversePayment]
    ) -> types.ReceivedPayment:
        """Take back a payment that was recorded

        Of money that came past the gateway: it was a mistake, or a check was returned. An invoice that lacks the money is owed again, and a new charge asks for it. Money of a gateway goes back by a refund. Needs the scope `payments:write`.
        """
        return cast(
            types.ReceivedPayment,
            self._call("POST", f"/api/v1/payments/{id}/reversal", body=body, idempotency_key=idempotency_key),
        )

    def create_credit_note(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.GrantCreditNote]
    ) -> types.Concession:
        """Ask for less

        A credit note lowers the amount that is due, and says why. A fresh code or boleto asks for the rest; a card is submitted again. An invoice of which a part was paid may be credited to nothing: it is then paid. To give up all of an invoice, cancel it or write it off; to give money back, refund it. Needs the scope `payments:write`.
        """
        return cast(
            types.Concession,
            self._call("POST", f"/api/v1/invoices/{id}/credit-notes", body=body, idempotency_key=idempotency_key),
        )

    def write_off_invoice(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.WriteOff]
    ) -> types.Concession:
        """Write off what will never come

        The invoice is canceled, its charge is taken back, and the ledger says what was lost. Money that comes all the same counts, and takes so much of the write-off back. Needs the scope `payments:write`.
        """
        return cast(
            types.Concession,
            self._call("POST", f"/api/v1/invoices/{id}/write-off", body=body, idempotency_key=idempotency_key),
        )

    def list_concessions(
        self,
        id: int,
        *,
        limit: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Concession]:
        """List the credit notes and the write-off of an invoice

        With the words of the store. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                f"/api/v1/invoices/{id}/concessions",
                query={
                    "limit": limit,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def create_refund(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.RequestRefund]
    ) -> types.Refund:
        """Give money back, whole or in part

        Never more than a payment has left. It is `pending` until the gateway decides; then `invoice.refunded` is announced, or `invoice.updated` with `refund_status: failed`. A store may ask a second person for refunds over an amount: these are answered 202, wait as `awaiting_approval`, and end as `rejected` with `refund_status: rejected` where an owner says no. Needs the scope `refunds:write`.
        """
        return cast(
            types.Refund,
            self._call("POST", f"/api/v1/invoices/{id}/refunds", body=body, idempotency_key=idempotency_key),
        )

    def list_refunds(
        self,
        id: int,
        *,
        limit: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Refund]:
        """List the refunds of an invoice

        Those under way, done and failed. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                f"/api/v1/invoices/{id}/refunds",
                query={
                    "limit": limit,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def list_all_refunds(
        self,
        *,
        limit: int | None = None,
        invoice_id: int | None = None,
        payment_id: int | None = None,
        payout_id: int | None = None,
        status: Literal["pending", "succeeded", "failed", "awaiting_approval", "rejected"] | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Refund]:
        """List refunds

        Those of all invoices. Of a range of times by that time, else by age. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/refunds",
                query={
                    "limit": limit,
                    "invoice_id": invoice_id,
                    "payment_id": payment_id,
                    "payout_id": payout_id,
                    "status": status,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_refund(self, id: int) -> types.Refund:
        """Read a refund

        To see what became of it; webhooks tell the same without asking. Needs the scope `read`.
        """
        return cast(types.Refund, self._call("GET", f"/api/v1/refunds/{id}"))

    def list_disputes(
        self,
        *,
        limit: int | None = None,
        invoice_id: int | None = None,
        status: Literal["open", "under_review", "won", "lost"] | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Dispute]:
        """List disputes

        Those of all invoices. `invoice.disputed`, `invoice.dispute_updated` and `invoice.dispute_closed` tell the same. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/disputes",
                query={
                    "limit": limit,
                    "invoice_id": invoice_id,
                    "status": status,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_dispute(self, id: int) -> types.Dispute:
        """Read a dispute

        By the `dispute_id` of its events. Needs the scope `read`.
        """
        return cast(types.Dispute, self._call("GET", f"/api/v1/disputes/{id}"))

    def list_dispute_files(self, id: int) -> types.DisputeFileList:
        """List the files for the answer to a dispute

        Their contents are kept sealed for the gateway: nobody reads them back. Needs the scope `read`.
        """
        return cast(types.DisputeFileList, self._call("GET", f"/api/v1/disputes/{id}/files"))

    def add_dispute_file(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.AddEvidence]
    ) -> types.DisputeFile:
        """Add a file to the answer to a dispute

        Checked by its bytes: whole, of 2 MB at most, and a PDF without scripts, other files or a password. Nothing is sent before `POST /disputes/{id}/answer`. Needs the scope `invoices:write`.
        """
        return cast(
            types.DisputeFile,
            self._call("POST", f"/api/v1/disputes/{id}/files", body=body, idempotency_key=idempotency_key),
        )

    def delete_dispute_file(self, id: int) -> None:
        """Remove a file from the answer to a dispute

        Before the answer is given. Needs the scope `invoices:write`.
        """
        self._call("DELETE", f"/api/v1/evidence-files/{id}")

    def answer_dispute(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.AnswerDispute]
    ) -> types.Dispute:
        """Answer a dispute

        With these words and the files that were added. The gateway takes one answer: give all that you have. `invoice.dispute_updated` tells that the answer was taken. In the sandbox, `winning_evidence` or `losing_evidence` in the words decides the dispute. Needs the scope `invoices:write`.
        """
        return cast(
            types.Dispute,
            self._call("POST", f"/api/v1/disputes/{id}/answer", body=body, idempotency_key=idempotency_key),
        )

    def get_balance(self) -> types.Balance:
        """Read the balance

        The money of the store at its gateways: what it can have now, what comes on which day, what is disputed. Needs the scope `read`.
        """
        return cast(types.Balance, self._call("GET", "/api/v1/balance"))

    def list_ledger_entries(
        self,
        *,
        limit: int | None = None,
        account: (
            Literal[
                "receivable",
                "gateway_balance",
                "bank",
                "external",
                "fees",
                "refunds",
                "disputes",
                "surplus",
                "credit_notes",
                "write_offs",
            ]
            | None
        ) = None,
        invoice_id: int | None = None,
        transaction_id: int | None = None,
        posted_at_gt: str | None = None,
        posted_at_gte: str | None = None,
        posted_at_lt: str | None = None,
        posted_at_lte: str | None = None,
    ) -> Listing[types.LedgerEntry]:
        """List the entries of the ledger

        Each movement of money is a transaction of entries that come to zero. An entry never changes: a later transaction takes one back. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/ledger",
                query={
                    "limit": limit,
                    "account": account,
                    "invoice_id": invoice_id,
                    "transaction_id": transaction_id,
                    "posted_at[gt]": posted_at_gt,
                    "posted_at[gte]": posted_at_gte,
                    "posted_at[lt]": posted_at_lt,
                    "posted_at[lte]": posted_at_lte,
                    **cursor,
                },
            )
        )

    def list_received_payments(
        self,
        *,
        limit: int | None = None,
        invoice_id: int | None = None,
        method: Literal["pix", "boleto", "card", "cash", "transfer", "check", "other"] | None = None,
        gateway: str | None = None,
        payout_id: int | None = None,
        end_to_end_id: str | None = None,
        amount: float | None = None,
        paid_at_gt: str | None = None,
        paid_at_gte: str | None = None,
        paid_at_lt: str | None = None,
        paid_at_lte: str | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.ReceivedPayment]:
        """List the money that came in

        Across all invoices, each amount its own. Of a range of times by that time, else by age. `paid_at` is when the payer paid: `paid_at[gte]` and `paid_at[lt]` of a day are the money of that day. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/payments",
                query={
                    "limit": limit,
                    "invoice_id": invoice_id,
                    "method": method,
                    "gateway": gateway,
                    "payout_id": payout_id,
                    "end_to_end_id": end_to_end_id,
                    "amount": amount,
                    "paid_at[gt]": paid_at_gt,
                    "paid_at[gte]": paid_at_gte,
                    "paid_at[lt]": paid_at_lt,
                    "paid_at[lte]": paid_at_lte,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_received_payment(self, id: int) -> types.ReceivedPayment:
        """Read a payment

        By its `id` in `received` or `external_payments` of an invoice, or the `payment_id` of an event. Needs the scope `read`.
        """
        return cast(types.ReceivedPayment, self._call("GET", f"/api/v1/payments/{id}"))

    def list_payouts(
        self,
        *,
        limit: int | None = None,
        gateway: str | None = None,
        arrives_on_gte: str | None = None,
        arrives_on_lte: str | None = None,
    ) -> Listing[types.Payout]:
        """List payouts

        The money that gateways sent to the bank account of the store. `GET /payments?payout_id=` has what is in one. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/payouts",
                query={
                    "limit": limit,
                    "gateway": gateway,
                    "arrives_on[gte]": arrives_on_gte,
                    "arrives_on[lte]": arrives_on_lte,
                    **cursor,
                },
            )
        )

    def get_payout(self, id: int) -> types.Payout:
        """Read a payout

        With the part of it that its payments and refunds do not account for. Needs the scope `read`.
        """
        return cast(types.Payout, self._call("GET", f"/api/v1/payouts/{id}"))

    def get_money_report(
        self, *, since: str, until: str, by: Literal["day", "month"] | None = None
    ) -> types.MoneyReport:
        """Report the money of days or months

        What came in, what went back, what it cost, and what the bank has: from the ledger, to the cent. Needs the scope `read`.
        """
        return cast(
            types.MoneyReport,
            self._call("GET", "/api/v1/reports/money", query={"since": since, "until": until, "by": by}),
        )

    def export_money(
        self,
        *,
        since: str,
        until: str,
        format: Literal["csv", "xlsx", "ofx"],
        language: Literal["pt", "en"] | None = None,
    ) -> types.MoneyFile:
        """Export a statement for a spreadsheet or accounting program

        The movements of the money that gateways hold. CSV and XLSX in the words of `language`; OFX 1.0.2 with an account for each gateway, whose id ends with the gateway’s name. At most 50,000 movements. Needs the scope `read`.
        """
        return cast(
            types.MoneyFile,
            self._call(
                "GET",
                "/api/v1/reports/money/export",
                query={"since": since, "until": until, "format": format, "language": language},
            ),
        )

    def get_reminder_schedule(self) -> types.ReminderSchedule:
        """Read the reminder schedule

        How the store writes to its payers, in the environment of the token. Needs the scope `read`.
        """
        return cast(types.ReminderSchedule, self._call("GET", "/api/v1/reminder-schedule"))

    def update_reminder_schedule(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateReminderSchedule]
    ) -> types.ReminderSchedule:
        """Change the reminder schedule

        Sets what is given and leaves the rest. Invoices that are owed follow the new schedule within seconds; steps whose moment has passed remind nobody. A reminder is sent while its invoice is owed, no money of it is disputed, and its customer has not opted out. Needs the scope `invoices:write`.
        """
        return cast(
            types.ReminderSchedule,
            self._call("PATCH", "/api/v1/reminder-schedule", body=body, idempotency_key=idempotency_key),
        )

    def preview_message(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.PreviewMessage]
    ) -> types.WrittenMessage:
        """Preview a message

        Writes a message as the schedule has it now, and sends it to nobody. Needs the scope `read`.
        """
        return cast(
            types.WrittenMessage,
            self._call("POST", "/api/v1/reminder-schedule/preview", body=body, idempotency_key=idempotency_key),
        )

    def list_messages(
        self,
        *,
        limit: int | None = None,
        invoice_id: int | None = None,
        kind: Literal["reminder", "receipt", "refund_notice"] | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Message]:
        """List messages

        Reminders, receipts and refund notices of all invoices. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/messages",
                query={
                    "limit": limit,
                    "invoice_id": invoice_id,
                    "kind": kind,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_message(self, id: int) -> types.Message:
        """Read a message

        Whether it was sent, and why not. Needs the scope `read`.
        """
        return cast(types.Message, self._call("GET", f"/api/v1/messages/{id}"))

    def read_message_content(self, id: int) -> types.WrittenMessage:
        """Read the text of a message

        As it would be written now: texts are not kept. In the sandbox nobody is written to; this is what the payer would get. Needs the scope `read`.
        """
        return cast(types.WrittenMessage, self._call("GET", f"/api/v1/messages/{id}/content"))

    def get_invoice_reminders(self, id: int) -> types.InvoiceReminders:
        """Read when an invoice reminds next

        The next step of the schedule, and whether the reminders are held back. Needs the scope `read`.
        """
        return cast(types.InvoiceReminders, self._call("GET", f"/api/v1/invoices/{id}/reminders"))

    def remind_invoice(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.InvoiceReminder]
    ) -> types.Message:
        """Remind the payer of an invoice now

        Beside the steps of the schedule, and also where that is switched off. Within the quiet hours the message waits for their end. A channel reminds of an invoice once in 24 hours. Needs the scope `invoices:write`.
        """
        return cast(
            types.Message,
            self._call("POST", f"/api/v1/invoices/{id}/reminders", body=body, idempotency_key=idempotency_key),
        )

    def hold_reminders(self, id: int, *, idempotency_key: str | None = None) -> types.InvoiceReminders:
        """Hold the reminders of an invoice

        Its payer is not reminded until they are resumed, as where the store has agreed on something by phone. Needs the scope `invoices:write`.
        """
        return cast(
            types.InvoiceReminders,
            self._call("POST", f"/api/v1/invoices/{id}/reminders/hold", idempotency_key=idempotency_key),
        )

    def resume_reminders(self, id: int, *, idempotency_key: str | None = None) -> types.InvoiceReminders:
        """Let the reminders of an invoice go on

        From the next step on. Steps whose moment passed meanwhile are left out. Needs the scope `invoices:write`.
        """
        return cast(
            types.InvoiceReminders,
            self._call("POST", f"/api/v1/invoices/{id}/reminders/resume", idempotency_key=idempotency_key),
        )

    def create_subscription(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreateSubscription]
    ) -> types.Subscription:
        """Start a subscription

        Each cycle makes an ordinary invoice, with a checkout of its own, at the prices that the products have now. Where the first one is due to be made it is in the answer as `latest_cycle`. Days are the store's; what is planned for one happens at its renewal time. Needs the scope `invoices:write`.
        """
        return cast(
            types.Subscription, self._call("POST", "/api/v1/subscriptions", body=body, idempotency_key=idempotency_key)
        )

    def list_subscriptions(
        self,
        *,
        limit: int | None = None,
        status: (
            Literal["trialing", "awaiting_authorization", "active", "past_due", "paused", "canceled", "ended"] | None
        ) = None,
        customer_id: int | None = None,
        coupon_id: int | None = None,
        payment_method: Literal["pix", "boleto", "card", "pix_automatic"] | None = None,
        external_reference: str | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Subscription]:
        """List subscriptions

        Filters go together: all of them must hold. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/subscriptions",
                query={
                    "limit": limit,
                    "status": status,
                    "customer_id": customer_id,
                    "coupon_id": coupon_id,
                    "payment_method": payment_method,
                    "external_reference": external_reference,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_subscription(self, id: int) -> types.Subscription:
        """Read a subscription

        With its lines, its newest cycle, and what comes next. Needs the scope `read`.
        """
        return cast(types.Subscription, self._call("GET", f"/api/v1/subscriptions/{id}"))

    def update_subscription(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateSubscription]
    ) -> types.Subscription:
        """Update a subscription

        From the next invoice on; those that were made stay as they are. Products are taken at their present prices. With another rhythm the next charge is due when the period that was sold is over, or on the first day after it that the new anchor names, and the others are counted from there. Announces `subscription.updated`. Needs the scope `invoices:write`.
        """
        return cast(
            types.Subscription,
            self._call("PATCH", f"/api/v1/subscriptions/{id}", body=body, idempotency_key=idempotency_key),
        )

    def pause_subscription(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.PauseSubscription]
    ) -> types.Subscription:
        """Pause a subscription

        No invoice is made and no charge tried again. An invoice that was made early for a period that has not begun is canceled; one that is due stays owed. Charges that would be due during the pause are left out, and do not count as cycles. Needs the scope `invoices:write`.
        """
        return cast(
            types.Subscription,
            self._call("POST", f"/api/v1/subscriptions/{id}/pause", body=body, idempotency_key=idempotency_key),
        )

    def resume_subscription(self, id: int, *, idempotency_key: str | None = None) -> types.Subscription:
        """End a pause, or take a planned cancellation back

        Due dates stay where they were: the next charge is due on the first of them from today on, today included. Needs the scope `invoices:write`.
        """
        return cast(
            types.Subscription,
            self._call("POST", f"/api/v1/subscriptions/{id}/resume", idempotency_key=idempotency_key),
        )

    def cancel_subscription(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.CancelSubscription]
    ) -> types.Subscription:
        """Cancel a subscription, now or at the end of its period

        An invoice that was made early for a period that has not begun is canceled in either case. Money that was paid is not given back: refund its invoice. Canceling twice changes nothing. Needs the scope `invoices:write`.
        """
        return cast(
            types.Subscription,
            self._call("POST", f"/api/v1/subscriptions/{id}/cancel", body=body, idempotency_key=idempotency_key),
        )

    def retry_subscription(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.RetrySubscription]
    ) -> types.Subscription:
        """Try unpaid charges again, now

        For a store that does not wait for the next attempt, or when all of them are spent: the card on file is charged once more, a Pix code or boleto that ran out is made anew, and the schedule of attempts begins again. A subscription that is past due stays so until it is paid. Needs the scope `payments:write`.
        """
        return cast(
            types.Subscription,
            self._call("POST", f"/api/v1/subscriptions/{id}/retry", body=body, idempotency_key=idempotency_key),
        )

    def request_authorization(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.RequestAuthorization]
    ) -> types.Subscription:
        """Ask the payer to agree to debits

        Of a subscription by `pix_automatic` whose authorization was refused, ran out or was canceled. A new subscription asks by itself. Announces `subscription.updated` once the payer can agree, then `subscription.authorized` or `subscription.authorization_refused`. Needs the scope `invoices:write`.
        """
        return cast(
            types.Subscription,
            self._call("POST", f"/api/v1/subscriptions/{id}/authorization", body=body, idempotency_key=idempotency_key),
        )

    def cancel_authorization(self, id: int) -> types.Subscription:
        """Cancel the agreement to debits

        Charges are paid by a Pix code from then on, also one whose debit was announced. To cancel twice changes nothing. Announces `subscription.authorization_canceled`. Needs the scope `invoices:write`.
        """
        return cast(types.Subscription, self._call("DELETE", f"/api/v1/subscriptions/{id}/authorization"))

    def list_subscription_cycles(
        self,
        id: int,
        *,
        limit: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.SubscriptionCycle]:
        """List the cycles of a subscription

        Each period with its invoice, and how far its charge has come. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                f"/api/v1/subscriptions/{id}/cycles",
                query={
                    "limit": limit,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def create_webhook(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.CreateWebhook]
    ) -> types.CreatedWebhook:
        """Subscribe a URL to events

        Each webhook has a secret of its own, which signs what is sent to it. A store has up to 20 in an environment. Needs the scope `webhooks:write`.
        """
        return cast(
            types.CreatedWebhook, self._call("POST", "/api/v1/webhooks", body=body, idempotency_key=idempotency_key)
        )

    def list_webhooks(
        self,
        *,
        limit: int | None = None,
        enabled: bool | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Webhook]:
        """List webhooks

        Without their secrets. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/webhooks",
                query={
                    "limit": limit,
                    "enabled": enabled,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_webhook(self, id: int) -> types.Webhook:
        """Read a webhook

        Without its secret, which is shown only when it is made or rotated. Needs the scope `read`.
        """
        return cast(types.Webhook, self._call("GET", f"/api/v1/webhooks/{id}"))

    def update_webhook(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateWebhook]
    ) -> types.Webhook:
        """Update a webhook

        Sets the fields that are given. A delivery that is already queued is sent to the new URL, with the same bytes. `enabled: true` takes back what a 410 switched off. Needs the scope `webhooks:write`.
        """
        return cast(
            types.Webhook, self._call("PATCH", f"/api/v1/webhooks/{id}", body=body, idempotency_key=idempotency_key)
        )

    def delete_webhook(self, id: int) -> None:
        """Delete a webhook

        Nothing more is sent to it, also not what was queued. Needs the scope `webhooks:write`.
        """
        self._call("DELETE", f"/api/v1/webhooks/{id}")

    def rotate_webhook_secret(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.RotateSecret]
    ) -> types.CreatedWebhook:
        """Rotate the secret of a webhook

        Until the overlap has passed both secrets sign: `webhook-signature` lists both, and `X-Service-Signature-Previous` has the signature of the one before. Rotated again meanwhile, the oldest no longer signs. Needs the scope `webhooks:write`.
        """
        return cast(
            types.CreatedWebhook,
            self._call("POST", f"/api/v1/webhooks/{id}/rotate-secret", body=body, idempotency_key=idempotency_key),
        )

    def list_deliveries(
        self,
        id: int,
        *,
        limit: int | None = None,
        status: Literal["pending", "delivered", "failed", "canceled"] | None = None,
        event: (
            Literal[
                "invoice.created",
                "invoice.payment_confirmed",
                "invoice.payment_registered",
                "invoice.refused",
                "invoice.updated",
                "invoice.abandoned",
                "subscription.created",
                "subscription.renewed",
                "invoice.overdue",
                "invoice.expired",
                "invoice.canceled",
                "invoice.refunded",
                "invoice.overpaid",
                "invoice.disputed",
                "invoice.dispute_answer_due",
                "invoice.dispute_updated",
                "invoice.dispute_closed",
                "subscription.canceled",
                "subscription.payment_failed",
                "subscription.updated",
                "subscription.trial_ended",
                "subscription.past_due",
                "subscription.paused",
                "subscription.resumed",
                "subscription.ended",
                "subscription.authorized",
                "subscription.authorization_refused",
                "subscription.authorization_canceled",
                "payout.created",
                "payout.paid",
                "payout.failed",
                "payout.reconciled",
                "customer.erased",
                "audit.recorded",
                "webhook.test",
            ]
            | None
        ) = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Delivery]:
        """List the deliveries of a webhook

        Each event on its way to this webhook, and how it went. Kept for a set number of days after their end. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                f"/api/v1/webhooks/{id}/deliveries",
                query={
                    "limit": limit,
                    "status": status,
                    "event": event,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_delivery(self, id: int) -> types.DeliveryLog:
        """Read a delivery

        With the body as it was sent, and every attempt: what was sent and what came back. Needs the scope `read`.
        """
        return cast(types.DeliveryLog, self._call("GET", f"/api/v1/deliveries/{id}"))

    def test_webhook(self, id: int, *, idempotency_key: str | None = None) -> types.Delivery:
        """Send a test event

        Sends `webhook.test` to this webhook alone, signed and retried as any event, also while it is switched off. Needs the scope `webhooks:write`.
        """
        return cast(types.Delivery, self._call("POST", f"/api/v1/webhooks/{id}/test", idempotency_key=idempotency_key))

    def redeliver(self, id: int, *, idempotency_key: str | None = None) -> types.Delivery:
        """Send a delivery once more

        The same id and bytes with a fresh timestamp and signature, and the number of attempts of the store anew. The delivery must have ended, whether it was delivered or not. Needs the scope `webhooks:write`.
        """
        return cast(
            types.Delivery, self._call("POST", f"/api/v1/deliveries/{id}/redeliver", idempotency_key=idempotency_key)
        )

    def redeliver_event(self, id: int, *, idempotency_key: str | None = None) -> types.EventDeliveries:
        """Send an event once more

        To every webhook that is switched on and subscribes to it, also to one that did not exist when it happened. Deliveries that are under way stay as they are. Needs the scope `webhooks:write`.
        """
        return cast(
            types.EventDeliveries, self._call("POST", f"/api/v1/events/{id}/redeliver", idempotency_key=idempotency_key)
        )

    def redeliver_failed(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.RedeliverFailed]
    ) -> types.Redelivered:
        """Send everything once more that failed since a time

        The oldest first, a thousand at most in one request. For after an outage of the receiver. Needs the scope `webhooks:write`.
        """
        return cast(
            types.Redelivered,
            self._call("POST", f"/api/v1/webhooks/{id}/redeliver", body=body, idempotency_key=idempotency_key),
        )

    def get_webhook_settings(self) -> types.WebhookSettings:
        """Read the retry settings

        How the deliveries of this store are tried again, in the environment of the token. Needs the scope `read`.
        """
        return cast(types.WebhookSettings, self._call("GET", "/api/v1/webhook-settings"))

    def update_webhook_settings(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.UpdateWebhookSettings]
    ) -> types.WebhookSettings:
        """Change the retry settings

        Deliveries that wait are told: their next attempt is due as the new settings say, counted from the end of the last. One that has had all its attempts by the new settings ends. Needs the scope `webhooks:write`.
        """
        return cast(
            types.WebhookSettings,
            self._call("PATCH", "/api/v1/webhook-settings", body=body, idempotency_key=idempotency_key),
        )

    def list_events(
        self,
        *,
        limit: int | None = None,
        event: (
            Literal[
                "invoice.created",
                "invoice.payment_confirmed",
                "invoice.payment_registered",
                "invoice.refused",
                "invoice.updated",
                "invoice.abandoned",
                "subscription.created",
                "subscription.renewed",
                "invoice.overdue",
                "invoice.expired",
                "invoice.canceled",
                "invoice.refunded",
                "invoice.overpaid",
                "invoice.disputed",
                "invoice.dispute_answer_due",
                "invoice.dispute_updated",
                "invoice.dispute_closed",
                "subscription.canceled",
                "subscription.payment_failed",
                "subscription.updated",
                "subscription.trial_ended",
                "subscription.past_due",
                "subscription.paused",
                "subscription.resumed",
                "subscription.ended",
                "subscription.authorized",
                "subscription.authorization_refused",
                "subscription.authorization_canceled",
                "payout.created",
                "payout.paid",
                "payout.failed",
                "payout.reconciled",
                "customer.erased",
                "audit.recorded",
                "webhook.test",
            ]
            | None
        ) = None,
        wait: int | None = None,
        invoice_id: int | None = None,
        subscription_id: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.Event]:
        """List events

        To catch up after an outage of a receiver: what its webhook would have been sent. To hear of events without a receiver: `ending_before` the newest one that you know, and `wait`. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/events",
                query={
                    "limit": limit,
                    "event": event,
                    "wait": wait,
                    "invoice_id": invoice_id,
                    "subscription_id": subscription_id,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def get_event(self, id: int) -> types.Event:
        """Read an event

        By its `id`, which is in every delivery of it. Needs the scope `read`.
        """
        return cast(types.Event, self._call("GET", f"/api/v1/events/{id}"))

    def simulate_payment(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.SandboxPayment]
    ) -> types.Invoice:
        """Play the payer

        The sandbox gateway tells the outcome by the same signed callback that a real one would send. `confirmed` and `refused` are of the charge; a card invoice without a payment under way is given a test card first. `disputed`, `dispute_won` and `dispute_lost` are of the newest payment: its bank wants it back, and decides. `refund_refused` is of the newest refund, also of one that had succeeded: the payer's bank sends the money back. Needs the scope `payments:write`.
        """
        return cast(
            types.Invoice,
            self._call("POST", f"/api/v1/sandbox/invoices/{id}/payment", body=body, idempotency_key=idempotency_key),
        )

    def simulate_payout(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.SandboxPayout]
    ) -> types.Payout:
        """Play the gateway that pays out

        It sends the money that is available by the clock of the store to its bank account: payments after their fees, less refunds. A Pix is available on its day, a boleto on the next business day, a card after 30 days. Up to 1,000 payments at once. Needs the scope `payments:write`.
        """
        return cast(
            types.Payout, self._call("POST", "/api/v1/sandbox/payouts", body=body, idempotency_key=idempotency_key)
        )

    def simulate_authorization(
        self, id: int, *, idempotency_key: str | None = None, **body: Unpack[types.SandboxAuthorization]
    ) -> types.Subscription:
        """Play a payer who agrees to debits, or does not

        Of a subscription by `pix_automatic`. `authorized`, `rejected` and `expired` answer a request; `canceled` ends an agreement, as from the app of the payer’s bank. Each debit is then made on its day, by the store’s clock, unless `POST /sandbox/invoices/{id}/payment` says before what becomes of it. Needs the scope `payments:write`.
        """
        return cast(
            types.Subscription,
            self._call(
                "POST", f"/api/v1/sandbox/subscriptions/{id}/authorization", body=body, idempotency_key=idempotency_key
            ),
        )

    def read_sandbox_clock(self) -> types.SandboxClock:
        """Read the sandbox's clock

        A sandbox has real time until its clock is advanced for the first time. From then on the clock stands between two advances: no code expires, and no webhook is retried, unless the clock goes on. The answer says what happens next, and how far an advance is. Needs the scope `read`.
        """
        return cast(types.SandboxClock, self._call("GET", "/api/v1/sandbox/clock"))

    def advance_sandbox_clock(
        self, *, idempotency_key: str | None = None, **body: Unpack[types.AdvanceSandboxClock]
    ) -> types.SandboxClock:
        """Advance the sandbox's clock

        Moves the store's time forwards, by a duration or to a moment. All that is due on the way happens in order, each thing at its own moment: due dates, expiries, trials, renewals, attempts to charge again, webhook retries. The clock goes on when a moment's charges are answered and its webhooks sent. Signatures of webhooks have real time. Read the clock until its `status` is `ready`. Needs the scope `payments:write`.
        """
        return cast(
            types.SandboxClock, self._call("POST", "/api/v1/sandbox/clock", body=body, idempotency_key=idempotency_key)
        )

    def remove_sandbox_clock(self) -> None:
        """Give the sandbox real time back

        Possible where nothing is open that happened at a moment which lies ahead of real time, and nothing is due between the clock and real time. Needs the scope `payments:write`.
        """
        self._call("DELETE", "/api/v1/sandbox/clock")

    def stop_sandbox_clock(self, *, idempotency_key: str | None = None) -> types.SandboxClock:
        """Stop the sandbox's clock

        Ends the advance under way at its next moment, where the clock then stands. Needs the scope `payments:write`.
        """
        return cast(
            types.SandboxClock, self._call("POST", "/api/v1/sandbox/clock/stop", idempotency_key=idempotency_key)
        )

    def create_inbox(self, *, idempotency_key: str | None = None) -> types.SandboxInbox:
        """Create an inbox

        A receiver for who has none yet: give its `url` to a webhook, and open its `page_url` to see what comes in and whether the signatures verify. A store has up to 10. Needs the scope `webhooks:write`.
        """
        return cast(types.SandboxInbox, self._call("POST", "/api/v1/sandbox/inboxes", idempotency_key=idempotency_key))

    def list_inboxes(
        self,
        *,
        limit: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.SandboxInbox]:
        """List inboxes

        Those of the store. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                "/api/v1/sandbox/inboxes",
                query={
                    "limit": limit,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def list_inbox_messages(
        self,
        id: int,
        *,
        limit: int | None = None,
        created_at_gt: str | None = None,
        created_at_gte: str | None = None,
        created_at_lt: str | None = None,
        created_at_lte: str | None = None,
    ) -> Listing[types.SandboxMessage]:
        """List what came to an inbox

        The last 100 requests, with whether their signatures verify. `created_at` is when they came. Needs the scope `read`.
        """
        return Listing(
            lambda cursor: self._call(
                "GET",
                f"/api/v1/sandbox/inboxes/{id}/messages",
                query={
                    "limit": limit,
                    "created_at[gt]": created_at_gt,
                    "created_at[gte]": created_at_gte,
                    "created_at[lt]": created_at_lt,
                    "created_at[lte]": created_at_lte,
                    **cursor,
                },
            )
        )

    def delete_inbox(self, id: int) -> None:
        """Delete an inbox

        With everything that came to it. Webhooks with its URL are then answered 404. Needs the scope `webhooks:write`.
        """
        self._call("DELETE", f"/api/v1/sandbox/inboxes/{id}")
