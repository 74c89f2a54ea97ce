/**
 * Every route of the product and who may use it. `token SCOPE`: an API token of the store and the environment with the
 * scope; `member PERMISSION`: a person of the store whose role has it; `person`: anybody who is signed in; `operator`:
 * an operator of the platform; `link`: whoever has the address, which cannot be guessed; `signature`: a gateway, by
 * its signature, or a mail server, by its key; `forward`: the address of a form, which leads a reader to its page;
 * `anybody`. A new route has no row: the test fails until somebody decides.
 */
export const ROUTES = `
  DELETE /api/v1/coupons/:id token invoices:write
  DELETE /api/v1/customers/:id token customers:write
  DELETE /api/v1/evidence-files/:id token invoices:write
  DELETE /api/v1/payment-links/:id token invoices:write
  DELETE /api/v1/products/:id token invoices:write
  DELETE /api/v1/sandbox/clock token payments:write
  DELETE /api/v1/sandbox/inboxes/:id token webhooks:write
  DELETE /api/v1/saved-cards/:id token payments:write
  DELETE /api/v1/subscriptions/:id/authorization token invoices:write
  DELETE /api/v1/webhooks/:id token webhooks:write
  GET / anybody
  GET /.well-known/fatura-domain anybody
  GET /api/v1/balance token read
  GET /api/v1/coupons token read
  GET /api/v1/coupons/:id token read
  GET /api/v1/customers token read
  GET /api/v1/customers/:id token read
  GET /api/v1/customers/:id/cards token read
  GET /api/v1/customers/:id/personal-data token personal_data
  GET /api/v1/deliveries/:id token read
  GET /api/v1/disputes token read
  GET /api/v1/disputes/:id token read
  GET /api/v1/disputes/:id/files token read
  GET /api/v1/events token read
  GET /api/v1/events/:id token read
  GET /api/v1/invoices token read
  GET /api/v1/invoices/:id token read
  GET /api/v1/invoices/:id/concessions token read
  GET /api/v1/invoices/:id/payments token read
  GET /api/v1/invoices/:id/quote token read
  GET /api/v1/invoices/:id/refunds token read
  GET /api/v1/invoices/:id/reminders token read
  GET /api/v1/invoices/:id/timeline token read
  GET /api/v1/ledger token read
  GET /api/v1/messages token read
  GET /api/v1/messages/:id token read
  GET /api/v1/messages/:id/content token read
  GET /api/v1/openapi.json anybody
  GET /api/v1/payment-links token read
  GET /api/v1/payment-links/:id token read
  GET /api/v1/payments token read
  GET /api/v1/payments/:id token read
  GET /api/v1/payouts token read
  GET /api/v1/payouts/:id token read
  GET /api/v1/products token read
  GET /api/v1/products/:id token read
  GET /api/v1/refunds token read
  GET /api/v1/refunds/:id token read
  GET /api/v1/reminder-schedule token read
  GET /api/v1/reports/money token read
  GET /api/v1/reports/money/export token read
  GET /api/v1/sandbox/clock token read
  GET /api/v1/sandbox/inboxes token read
  GET /api/v1/sandbox/inboxes/:id/messages token read
  GET /api/v1/saved-cards/:id token read
  GET /api/v1/subscriptions token read
  GET /api/v1/subscriptions/:id token read
  GET /api/v1/subscriptions/:id/cycles token read
  GET /api/v1/webhook-settings token read
  GET /api/v1/webhooks token read
  GET /api/v1/webhooks/:id token read
  GET /api/v1/webhooks/:id/deliveries token read
  GET /checkout/:hash link
  GET /checkout/:hash/boleto.pdf link
  GET /checkout/:hash/boleto.svg link
  GET /checkout/:hash/challenge link
  GET /checkout/:hash/events link
  GET /checkout/:hash/logo link
  GET /checkout/:hash/pix.svg link
  GET /checkout/:hash/receipt.pdf link
  GET /checkout/:hash/status link
  GET /checkout/assets/:name anybody
  GET /checkout/authorizations/:hash link
  GET /checkout/authorizations/:hash/events link
  GET /checkout/authorizations/:hash/logo link
  GET /checkout/authorizations/:hash/pix.svg link
  GET /checkout/authorizations/:hash/status link
  GET /docs anybody
  GET /docs/{*path} anybody
  GET /domains/ask anybody
  GET /gateways/sandbox/challenges/:name link
  GET /healthz anybody
  GET /llms.txt anybody
  GET /messages/:token/unsubscribe link
  GET /panel person
  GET /panel/account person
  GET /panel/account/password forward
  GET /panel/account/profile forward
  GET /panel/account/second-factor person
  GET /panel/account/second-factor/app forward
  GET /panel/account/second-factor/app/confirm forward
  GET /panel/account/second-factor/app/remove forward
  GET /panel/account/second-factor/codes forward
  GET /panel/account/second-factor/passkeys forward
  GET /panel/account/second-factor/passkeys/:id/remove forward
  GET /panel/account/sessions/:id/end forward
  GET /panel/account/sessions/end-all forward
  GET /panel/assets/:name anybody
  GET /panel/forgot-password anybody
  GET /panel/links/:token link
  GET /panel/links/:token/alert-address link
  GET /panel/links/:token/invitation link
  GET /panel/links/:token/password link
  GET /panel/platform/audit operator
  GET /panel/platform/health operator
  GET /panel/platform/stores operator
  GET /panel/platform/stores/:id operator
  GET /panel/platform/stores/:id/owners forward
  GET /panel/platform/stores/:id/plan forward
  GET /panel/platform/stores/:id/resume forward
  GET /panel/platform/stores/:id/suspend forward
  GET /panel/platform/stores/:id/workflow operator
  GET /panel/platform/stores/new operator
  GET /panel/second-factor person
  GET /panel/sign-in anybody
  GET /panel/sign-out forward
  GET /panel/stores person
  GET /panel/stores/:company/:environment member view
  GET /panel/stores/:company/:environment/audit member manage
  GET /panel/stores/:company/:environment/audit.jsonl member manage
  GET /panel/stores/:company/:environment/clock member view
  GET /panel/stores/:company/:environment/clock/advance forward
  GET /panel/stores/:company/:environment/clock/remove forward
  GET /panel/stores/:company/:environment/clock/stop forward
  GET /panel/stores/:company/:environment/coupons member view
  GET /panel/stores/:company/:environment/coupons/:id member view
  GET /panel/stores/:company/:environment/coupons/:id/archive forward
  GET /panel/stores/:company/:environment/coupons/:id/restore forward
  GET /panel/stores/:company/:environment/coupons/new member collect
  GET /panel/stores/:company/:environment/customers member view
  GET /panel/stores/:company/:environment/customers/:id member view
  GET /panel/stores/:company/:environment/customers/:id/archive forward
  GET /panel/stores/:company/:environment/customers/:id/cards/delete forward
  GET /panel/stores/:company/:environment/customers/:id/erase forward
  GET /panel/stores/:company/:environment/customers/:id/export forward
  GET /panel/stores/:company/:environment/customers/:id/restore forward
  GET /panel/stores/:company/:environment/customers/choices member view
  GET /panel/stores/:company/:environment/customers/new member collect
  GET /panel/stores/:company/:environment/deliveries member view
  GET /panel/stores/:company/:environment/deliveries/:id member view
  GET /panel/stores/:company/:environment/deliveries/:id/redeliver forward
  GET /panel/stores/:company/:environment/deliveries/redeliver forward
  GET /panel/stores/:company/:environment/disputes member view
  GET /panel/stores/:company/:environment/disputes/:id member view
  GET /panel/stores/:company/:environment/disputes/:id/answer forward
  GET /panel/stores/:company/:environment/disputes/:id/files forward
  GET /panel/stores/:company/:environment/disputes/:id/files/remove forward
  GET /panel/stores/:company/:environment/go-live member view
  GET /panel/stores/:company/:environment/invoices member view
  GET /panel/stores/:company/:environment/invoices.csv member view
  GET /panel/stores/:company/:environment/invoices.xlsx member view
  GET /panel/stores/:company/:environment/invoices/:id member view
  GET /panel/stores/:company/:environment/invoices/:id/cancel forward
  GET /panel/stores/:company/:environment/invoices/:id/card-payments forward
  GET /panel/stores/:company/:environment/invoices/:id/credit-notes forward
  GET /panel/stores/:company/:environment/invoices/:id/external-payments forward
  GET /panel/stores/:company/:environment/invoices/:id/external-payments/reversal forward
  GET /panel/stores/:company/:environment/invoices/:id/reconcile forward
  GET /panel/stores/:company/:environment/invoices/:id/refunds forward
  GET /panel/stores/:company/:environment/invoices/:id/refunds/approve forward
  GET /panel/stores/:company/:environment/invoices/:id/refunds/new member collect
  GET /panel/stores/:company/:environment/invoices/:id/refunds/reject forward
  GET /panel/stores/:company/:environment/invoices/:id/reminders forward
  GET /panel/stores/:company/:environment/invoices/:id/reminders/hold forward
  GET /panel/stores/:company/:environment/invoices/:id/reminders/resume forward
  GET /panel/stores/:company/:environment/invoices/:id/resend-failed forward
  GET /panel/stores/:company/:environment/invoices/:id/retry-charge forward
  GET /panel/stores/:company/:environment/invoices/:id/share member view
  GET /panel/stores/:company/:environment/invoices/:id/share.svg member view
  GET /panel/stores/:company/:environment/invoices/:id/simulation forward
  GET /panel/stores/:company/:environment/invoices/:id/write-off forward
  GET /panel/stores/:company/:environment/invoices/cancel forward
  GET /panel/stores/:company/:environment/invoices/columns forward
  GET /panel/stores/:company/:environment/invoices/new member collect
  GET /panel/stores/:company/:environment/invoices/new/preview member collect
  GET /panel/stores/:company/:environment/invoices/remind forward
  GET /panel/stores/:company/:environment/links member view
  GET /panel/stores/:company/:environment/links/:id member view
  GET /panel/stores/:company/:environment/links/:id/archive forward
  GET /panel/stores/:company/:environment/links/:id/restore forward
  GET /panel/stores/:company/:environment/links/new member collect
  GET /panel/stores/:company/:environment/money member view
  GET /panel/stores/:company/:environment/money/statement member view
  GET /panel/stores/:company/:environment/people member view
  GET /panel/stores/:company/:environment/people/:id/remove forward
  GET /panel/stores/:company/:environment/people/:id/role forward
  GET /panel/stores/:company/:environment/people/invitations/:id/resend forward
  GET /panel/stores/:company/:environment/people/invitations/:id/take-back forward
  GET /panel/stores/:company/:environment/people/invite forward
  GET /panel/stores/:company/:environment/products member view
  GET /panel/stores/:company/:environment/products/:id member view
  GET /panel/stores/:company/:environment/products/:id/archive forward
  GET /panel/stores/:company/:environment/products/:id/restore forward
  GET /panel/stores/:company/:environment/products/choices member view
  GET /panel/stores/:company/:environment/products/new member collect
  GET /panel/stores/:company/:environment/reminders member view
  GET /panel/stores/:company/:environment/reminders/notices/:token member manage
  GET /panel/stores/:company/:environment/reminders/steps/:token member manage
  GET /panel/stores/:company/:environment/reminders/steps/:token/remove forward
  GET /panel/stores/:company/:environment/reminders/twilio forward
  GET /panel/stores/:company/:environment/reminders/twilio/remove forward
  GET /panel/stores/:company/:environment/search member view
  GET /panel/stores/:company/:environment/security member manage
  GET /panel/stores/:company/:environment/security/attack-mode forward
  GET /panel/stores/:company/:environment/settings member view
  GET /panel/stores/:company/:environment/settings/beneficiary forward
  GET /panel/stores/:company/:environment/settings/brand forward
  GET /panel/stores/:company/:environment/settings/collection forward
  GET /panel/stores/:company/:environment/settings/contact forward
  GET /panel/stores/:company/:environment/settings/domain forward
  GET /panel/stores/:company/:environment/settings/domain/check forward
  GET /panel/stores/:company/:environment/settings/gateway member view
  GET /panel/stores/:company/:environment/settings/gateway/check/:token forward
  GET /panel/stores/:company/:environment/settings/gateway/remove/:token forward
  GET /panel/stores/:company/:environment/settings/gateway/set/:token forward
  GET /panel/stores/:company/:environment/settings/logo member view
  GET /panel/stores/:company/:environment/settings/logo/remove forward
  GET /panel/stores/:company/:environment/settings/pix.svg member view
  GET /panel/stores/:company/:environment/settings/preview member view
  GET /panel/stores/:company/:environment/settings/renewals forward
  GET /panel/stores/:company/:environment/settings/return forward
  GET /panel/stores/:company/:environment/subscriptions member view
  GET /panel/stores/:company/:environment/subscriptions/:id member view
  GET /panel/stores/:company/:environment/subscriptions/:id/authorization forward
  GET /panel/stores/:company/:environment/subscriptions/:id/authorization/cancel forward
  GET /panel/stores/:company/:environment/subscriptions/:id/cancel forward
  GET /panel/stores/:company/:environment/subscriptions/:id/edit member collect
  GET /panel/stores/:company/:environment/subscriptions/:id/labels forward
  GET /panel/stores/:company/:environment/subscriptions/:id/pause forward
  GET /panel/stores/:company/:environment/subscriptions/:id/resume forward
  GET /panel/stores/:company/:environment/subscriptions/:id/retry forward
  GET /panel/stores/:company/:environment/subscriptions/new member collect
  GET /panel/stores/:company/:environment/tokens member view
  GET /panel/stores/:company/:environment/tokens/:id member view
  GET /panel/stores/:company/:environment/tokens/:id/revoke forward
  GET /panel/stores/:company/:environment/tokens/:id/rotate forward
  GET /panel/stores/:company/:environment/webhooks member view
  GET /panel/stores/:company/:environment/webhooks/:id member view
  GET /panel/stores/:company/:environment/webhooks/:id/delete forward
  GET /panel/stores/:company/:environment/webhooks/:id/deliveries member view
  GET /panel/stores/:company/:environment/webhooks/:id/redeliver forward
  GET /panel/stores/:company/:environment/webhooks/:id/rotate-secret forward
  GET /panel/stores/:company/:environment/webhooks/:id/test forward
  GET /panel/stores/:company/:environment/webhooks/settings forward
  GET /panel/{*rest} anybody
  GET /pay/:hash link
  GET /pay/:hash/logo link
  GET /readyz anybody
  GET /sandbox/inbox/:name link
  OPTIONS /panel/temporal-codec/decode anybody
  PATCH /api/v1/coupons/:id token invoices:write
  PATCH /api/v1/customers/:id token customers:write
  PATCH /api/v1/invoices/:id token invoices:write
  PATCH /api/v1/payment-links/:id token invoices:write
  PATCH /api/v1/products/:id token invoices:write
  PATCH /api/v1/reminder-schedule token invoices:write
  PATCH /api/v1/subscriptions/:id token invoices:write
  PATCH /api/v1/webhook-settings token webhooks:write
  PATCH /api/v1/webhooks/:id token webhooks:write
  POST /api/v1/coupons token invoices:write
  POST /api/v1/customers token customers:write
  POST /api/v1/customers/:id/cards token payments:write
  POST /api/v1/customers/:id/erase token personal_data
  POST /api/v1/deliveries/:id/redeliver token webhooks:write
  POST /api/v1/disputes/:id/answer token invoices:write
  POST /api/v1/disputes/:id/files token invoices:write
  POST /api/v1/events/:id/redeliver token webhooks:write
  POST /api/v1/invoices token invoices:write
  POST /api/v1/invoices/:id/cancel token invoices:write
  POST /api/v1/invoices/:id/credit-notes token payments:write
  POST /api/v1/invoices/:id/external-payments token payments:write
  POST /api/v1/invoices/:id/payments token payments:write
  POST /api/v1/invoices/:id/refunds token refunds:write
  POST /api/v1/invoices/:id/reminders token invoices:write
  POST /api/v1/invoices/:id/reminders/hold token invoices:write
  POST /api/v1/invoices/:id/reminders/resume token invoices:write
  POST /api/v1/invoices/:id/write-off token payments:write
  POST /api/v1/payment-links token invoices:write
  POST /api/v1/payments/:id/reversal token payments:write
  POST /api/v1/products token invoices:write
  POST /api/v1/reminder-schedule/preview token read
  POST /api/v1/sandbox/clock token payments:write
  POST /api/v1/sandbox/clock/stop token payments:write
  POST /api/v1/sandbox/inboxes token webhooks:write
  POST /api/v1/sandbox/invoices/:id/payment token payments:write
  POST /api/v1/sandbox/payouts token payments:write
  POST /api/v1/sandbox/subscriptions/:id/authorization token payments:write
  POST /api/v1/subscriptions token invoices:write
  POST /api/v1/subscriptions/:id/authorization token invoices:write
  POST /api/v1/subscriptions/:id/cancel token invoices:write
  POST /api/v1/subscriptions/:id/pause token invoices:write
  POST /api/v1/subscriptions/:id/resume token invoices:write
  POST /api/v1/subscriptions/:id/retry token payments:write
  POST /api/v1/webhooks token webhooks:write
  POST /api/v1/webhooks/:id/redeliver token webhooks:write
  POST /api/v1/webhooks/:id/rotate-secret token webhooks:write
  POST /api/v1/webhooks/:id/test token webhooks:write
  POST /checkout/:hash/acts link
  POST /checkout/:hash/payments link
  POST /checkout/:hash/simulation link
  POST /gateways/:gateway/:store signature
  POST /gateways/:gateway/:store/callbacks/:secret{/:part} signature
  POST /gateways/:gateway/callbacks signature
  POST /gateways/sandbox/challenges/:name link
  POST /mail/reports signature
  POST /messages/:token/unsubscribe link
  POST /panel/account/password person
  POST /panel/account/profile person
  POST /panel/account/second-factor/app person
  POST /panel/account/second-factor/app/confirm person
  POST /panel/account/second-factor/app/remove person
  POST /panel/account/second-factor/codes person
  POST /panel/account/second-factor/passkeys person
  POST /panel/account/second-factor/passkeys/:id/remove person
  POST /panel/account/sessions/:id/end person
  POST /panel/account/sessions/end-all person
  POST /panel/forgot-password anybody
  POST /panel/links/:token/alert-address link
  POST /panel/links/:token/invitation link
  POST /panel/links/:token/password link
  POST /panel/platform/stores/:id/owners operator
  POST /panel/platform/stores/:id/plan operator
  POST /panel/platform/stores/:id/resume operator
  POST /panel/platform/stores/:id/suspend operator
  POST /panel/platform/stores/new operator
  POST /panel/second-factor person
  POST /panel/sign-in anybody
  POST /panel/sign-out person
  POST /panel/stores/:company/:environment/clock/advance member collect
  POST /panel/stores/:company/:environment/clock/remove member collect
  POST /panel/stores/:company/:environment/clock/stop member collect
  POST /panel/stores/:company/:environment/coupons member collect
  POST /panel/stores/:company/:environment/coupons/:id member collect
  POST /panel/stores/:company/:environment/coupons/:id/archive member collect
  POST /panel/stores/:company/:environment/coupons/:id/restore member collect
  POST /panel/stores/:company/:environment/customers member collect
  POST /panel/stores/:company/:environment/customers/:id member collect
  POST /panel/stores/:company/:environment/customers/:id/archive member collect
  POST /panel/stores/:company/:environment/customers/:id/cards/delete member collect
  POST /panel/stores/:company/:environment/customers/:id/erase member manage
  POST /panel/stores/:company/:environment/customers/:id/export member manage
  POST /panel/stores/:company/:environment/customers/:id/restore member collect
  POST /panel/stores/:company/:environment/deliveries/:id/redeliver member integrate
  POST /panel/stores/:company/:environment/deliveries/redeliver member integrate
  POST /panel/stores/:company/:environment/disputes/:id/answer member collect
  POST /panel/stores/:company/:environment/disputes/:id/files member collect
  POST /panel/stores/:company/:environment/disputes/:id/files/remove member collect
  POST /panel/stores/:company/:environment/invoices member collect
  POST /panel/stores/:company/:environment/invoices/:id/cancel member collect
  POST /panel/stores/:company/:environment/invoices/:id/card-payments member collect
  POST /panel/stores/:company/:environment/invoices/:id/credit-notes member collect
  POST /panel/stores/:company/:environment/invoices/:id/external-payments member collect
  POST /panel/stores/:company/:environment/invoices/:id/external-payments/reversal member collect
  POST /panel/stores/:company/:environment/invoices/:id/reconcile member collect
  POST /panel/stores/:company/:environment/invoices/:id/refunds member collect
  POST /panel/stores/:company/:environment/invoices/:id/refunds/approve member manage
  POST /panel/stores/:company/:environment/invoices/:id/refunds/reject member manage
  POST /panel/stores/:company/:environment/invoices/:id/reminders member collect
  POST /panel/stores/:company/:environment/invoices/:id/reminders/hold member collect
  POST /panel/stores/:company/:environment/invoices/:id/reminders/resume member collect
  POST /panel/stores/:company/:environment/invoices/:id/resend-failed member collect
  POST /panel/stores/:company/:environment/invoices/:id/retry-charge member collect
  POST /panel/stores/:company/:environment/invoices/:id/simulation member collect
  POST /panel/stores/:company/:environment/invoices/:id/write-off member collect
  POST /panel/stores/:company/:environment/invoices/cancel member collect
  POST /panel/stores/:company/:environment/invoices/columns member view
  POST /panel/stores/:company/:environment/invoices/remind member collect
  POST /panel/stores/:company/:environment/links member collect
  POST /panel/stores/:company/:environment/links/:id member collect
  POST /panel/stores/:company/:environment/links/:id/archive member collect
  POST /panel/stores/:company/:environment/links/:id/restore member collect
  POST /panel/stores/:company/:environment/people/:id/remove member manage
  POST /panel/stores/:company/:environment/people/:id/role member manage
  POST /panel/stores/:company/:environment/people/invitations/:id/resend member manage
  POST /panel/stores/:company/:environment/people/invitations/:id/take-back member manage
  POST /panel/stores/:company/:environment/people/invite member manage
  POST /panel/stores/:company/:environment/products member collect
  POST /panel/stores/:company/:environment/products/:id member collect
  POST /panel/stores/:company/:environment/products/:id/archive member collect
  POST /panel/stores/:company/:environment/products/:id/restore member collect
  POST /panel/stores/:company/:environment/reminders member manage
  POST /panel/stores/:company/:environment/reminders/notices/:token member manage
  POST /panel/stores/:company/:environment/reminders/steps/:token member manage
  POST /panel/stores/:company/:environment/reminders/steps/:token/remove member manage
  POST /panel/stores/:company/:environment/reminders/twilio member manage
  POST /panel/stores/:company/:environment/reminders/twilio/remove member manage
  POST /panel/stores/:company/:environment/security member manage
  POST /panel/stores/:company/:environment/security/attack-mode member manage
  POST /panel/stores/:company/:environment/settings/beneficiary member manage
  POST /panel/stores/:company/:environment/settings/brand member manage
  POST /panel/stores/:company/:environment/settings/collection member manage
  POST /panel/stores/:company/:environment/settings/contact member manage
  POST /panel/stores/:company/:environment/settings/domain member manage
  POST /panel/stores/:company/:environment/settings/domain/check member manage
  POST /panel/stores/:company/:environment/settings/gateway/check/:token member manage
  POST /panel/stores/:company/:environment/settings/gateway/remove/:token member manage
  POST /panel/stores/:company/:environment/settings/gateway/set/:token member manage
  POST /panel/stores/:company/:environment/settings/logo/remove member manage
  POST /panel/stores/:company/:environment/settings/renewals member manage
  POST /panel/stores/:company/:environment/settings/return member manage
  POST /panel/stores/:company/:environment/subscriptions member collect
  POST /panel/stores/:company/:environment/subscriptions/:id/authorization member collect
  POST /panel/stores/:company/:environment/subscriptions/:id/authorization/cancel member collect
  POST /panel/stores/:company/:environment/subscriptions/:id/cancel member collect
  POST /panel/stores/:company/:environment/subscriptions/:id/edit member collect
  POST /panel/stores/:company/:environment/subscriptions/:id/labels member collect
  POST /panel/stores/:company/:environment/subscriptions/:id/pause member collect
  POST /panel/stores/:company/:environment/subscriptions/:id/resume member collect
  POST /panel/stores/:company/:environment/subscriptions/:id/retry member collect
  POST /panel/stores/:company/:environment/tokens member integrate
  POST /panel/stores/:company/:environment/tokens/:id member integrate
  POST /panel/stores/:company/:environment/tokens/:id/revoke member integrate
  POST /panel/stores/:company/:environment/tokens/:id/rotate member integrate
  POST /panel/stores/:company/:environment/webhooks member integrate
  POST /panel/stores/:company/:environment/webhooks/:id member integrate
  POST /panel/stores/:company/:environment/webhooks/:id/delete member integrate
  POST /panel/stores/:company/:environment/webhooks/:id/redeliver member integrate
  POST /panel/stores/:company/:environment/webhooks/:id/rotate-secret member integrate
  POST /panel/stores/:company/:environment/webhooks/:id/test member integrate
  POST /panel/stores/:company/:environment/webhooks/settings member integrate
  POST /panel/temporal-codec/decode operator
  POST /pay/:hash link
  POST /sandbox/inbox/:name link
`;
