import type { DocsLanguage } from '../../base/http/docs/docs-words.ts';

/** A problem's cause, and its remedy. */
export type ErrorText = readonly [cause: string, remedy: string];

/** Every code that a call of the API may answer with. */
export const ERROR_TEXTS: Readonly<Record<string, Readonly<Record<DocsLanguage, ErrorText>>>> = {
  malformed_json: {
    en: ['The body is no JSON.', 'Send the body as JSON in UTF-8. The detail names the place.'],
    pt: ['O corpo não é JSON.', 'Envie o corpo como JSON em UTF-8. O detalhe diz onde está o erro.'],
  },
  company_id_invalid: {
    en: ['`X-Company-ID` is no whole number.', 'Send the id of the company as a number, or leave the header out.'],
    pt: ['`X-Company-ID` não é um número inteiro.', 'Envie o id da empresa como número, ou deixe o cabeçalho fora.'],
  },
  company_id_missing: {
    en: ['`X-API-TOKEN` came without `X-Company-ID`.', 'Send both, or the token alone as `Authorization: Bearer`.'],
    pt: ['`X-API-TOKEN` veio sem `X-Company-ID`.', 'Envie os dois, ou só o token em `Authorization: Bearer`.'],
  },
  token_missing: {
    en: ['The request has no token.', 'Send `Authorization: Bearer fatura_test_…`.'],
    pt: ['A requisição não tem token.', 'Envie `Authorization: Bearer fatura_test_…`.'],
  },
  token_unknown: {
    en: [
      'No token of this kind works: it was revoked, it has expired, or it never was.',
      'Take a token from the panel, under API tokens.',
    ],
    pt: [
      'Nenhum token assim funciona: foi revogado, expirou ou nunca existiu.',
      'Pegue um token no painel, em Tokens da API.',
    ],
  },
  tokens_differ: {
    en: ['`Authorization` and `X-API-TOKEN` have different tokens.', 'Send one of the two.'],
    pt: ['`Authorization` e `X-API-TOKEN` têm tokens diferentes.', 'Envie só um dos dois.'],
  },
  address_not_allowed: {
    en: [
      'The token is bound to networks, and the request came from another.',
      'Call from one of them, or change the networks of the token in the panel.',
    ],
    pt: [
      'O token vale só em certas redes, e a requisição veio de outra.',
      'Chame de uma delas, ou mude as redes do token no painel.',
    ],
  },
  missing_scope: {
    en: ['The token lacks the scope that the call needs.', 'Take a token with the scope that the detail names.'],
    pt: ['O token não tem o direito que a chamada exige.', 'Use um token com o direito que o detalhe diz.'],
  },
  sandbox_only: {
    en: [
      'The call plays payer, gateway or time, which production does not.',
      'Use the token of the sandbox, `fatura_test_…`.',
    ],
    pt: [
      'A chamada simula pagador, gateway ou tempo, o que não existe em produção.',
      'Use o token do sandbox, `fatura_test_…`.',
    ],
  },
  store_suspended: {
    en: ['An operator of the platform has suspended the store.', 'Ask the platform. Nothing was changed.'],
    pt: ['Um operador da plataforma suspendeu a loja.', 'Fale com a plataforma. Nada foi alterado.'],
  },
  token_of_another_company: {
    en: [
      '`X-Company-ID` names another company than the token’s.',
      'Send the id of the token’s company, or leave the header out.',
    ],
    pt: [
      '`X-Company-ID` é de outra empresa que a do token.',
      'Envie o id da empresa do token, ou deixe o cabeçalho fora.',
    ],
  },
  customer_not_found: notFound('customer', 'cliente'),
  delivery_not_found: notFound('delivery', 'entrega'),
  event_not_found: notFound('event', 'evento'),
  inbox_not_found: notFound('inbox', 'caixa de entrada'),
  invoice_not_found: notFound('invoice', 'cobrança'),
  product_not_found: notFound('product', 'produto'),
  refund_not_found: notFound('refund', 'reembolso'),
  subscription_not_found: notFound('subscription', 'assinatura'),
  webhook_not_found: notFound('webhook', 'webhook'),
  amount_changed: {
    en: [
      'The amount of the invoice is another than the one that was agreed to.',
      'Show the payer the `amount` of the answer, and send it with the payment.',
    ],
    pt: [
      'O valor da cobrança não é mais o que foi aceito.',
      'Mostre ao pagador o `amount` da resposta, e envie-o com o pagamento.',
    ],
  },
  attempt_pending: {
    en: ['A payment of the invoice is under way.', 'Wait for its event, or read the invoice in a moment.'],
    pt: ['Um pagamento da cobrança está em andamento.', 'Espere o evento dele, ou leia a cobrança daqui a pouco.'],
  },
  cancellation_planned: {
    en: ['The subscription is canceled at the end of its period already.', 'Resume it first, or cancel it now.'],
    pt: ['A assinatura já será cancelada no fim do período.', 'Retome-a antes, ou cancele-a agora.'],
  },
  charge_not_registered: {
    en: [
      'The gateway does not know the charge yet, or there is none to pay.',
      'Wait for `invoice.payment_registered`, then send it again.',
    ],
    pt: [
      'O gateway ainda não conhece a cobrança, ou não há o que pagar.',
      'Espere `invoice.payment_registered` e envie de novo.',
    ],
  },
  clock_advancing: {
    en: [
      'The clock of the sandbox advances already; `advance` says how far it is.',
      'Wait until its status is `ready`, or stop it.',
    ],
    pt: [
      'O relógio do sandbox já está avançando; `advance` diz até onde chegou.',
      'Espere o status `ready`, ou pare o relógio.',
    ],
  },
  clock_ahead: {
    en: [
      'Something is open that happened ahead of real time; the answer has its id.',
      'End it, or go on with the clock.',
    ],
    pt: [
      'Há algo aberto que aconteceu à frente do tempo real; a resposta traz o id.',
      'Encerre-o, ou siga com o relógio.',
    ],
  },
  clock_behind: {
    en: [
      'Something is due between the clock and real time; the answer has its id.',
      'Advance the clock to now, and ask again.',
    ],
    pt: [
      'Algo vence entre o relógio e o tempo real; a resposta traz o id.',
      'Adiante o relógio até agora, e peça de novo.',
    ],
  },
  customer_erased: {
    en: ['The personal data of the customer was erased.', 'Create the customer anew.'],
    pt: ['Os dados pessoais do cliente foram apagados.', 'Crie o cliente de novo.'],
  },
  customer_not_erasable: {
    en: [
      'An invoice of the customer can still be paid, or money is on its way.',
      'Cancel the invoice that the detail names, or wait until it is over.',
    ],
    pt: [
      'Uma cobrança do cliente ainda pode ser paga, ou há dinheiro a caminho.',
      'Cancele a cobrança que o detalhe diz, ou espere o fim dela.',
    ],
  },
  customer_subscribed: {
    en: ['The customer has a subscription that goes on.', 'Cancel the subscription first.'],
    pt: ['O cliente tem uma assinatura em vigor.', 'Cancele a assinatura antes.'],
  },
  invoice_not_owed: {
    en: ['The invoice is paid, or given up: nobody owes it.', 'Remind the payers of invoices that are owed.'],
    pt: ['A cobrança está paga ou foi encerrada: ninguém a deve.', 'Lembre os pagadores de cobranças em aberto.'],
  },
  invoice_disputed: {
    en: ['A bank disputes money of the invoice.', 'Answer the dispute first.'],
    pt: ['Um banco contesta dinheiro da cobrança.', 'Responda à contestação antes.'],
  },
  reminders_held: {
    en: ['The store holds the reminders of the invoice.', 'Let them go on first.'],
    pt: ['A loja suspendeu os lembretes da cobrança.', 'Retome os lembretes antes.'],
  },
  reminders_stopped: {
    en: ['The customer gets no reminders. The detail says why.', 'Reach the customer in another way.'],
    pt: ['O cliente não recebe lembretes. O detalhe diz por quê.', 'Fale com o cliente de outra forma.'],
  },
  customer_has_no_phone: {
    en: ['SMS and WhatsApp need a phone, and the customer has none.', 'Give the customer a phone, or use e-mail.'],
    pt: ['SMS e WhatsApp precisam de um telefone, e o cliente não tem.', 'Cadastre um telefone ou use o e-mail.'],
  },
  reminded_lately: {
    en: ['The payer was reminded by this channel less than 24 hours ago.', 'Wait, or use another channel.'],
    pt: ['O pagador foi lembrado por este canal há menos de 24 horas.', 'Espere ou use outro canal.'],
  },
  delivery_pending: {
    en: ['The delivery is on its way: it is tried again by itself.', 'Wait until it has ended.'],
    pt: ['A entrega está em andamento: ela é tentada de novo sozinha.', 'Espere que termine.'],
  },
  coupon_code_taken: {
    en: ['Another active coupon of the store has this code.', 'Archive that coupon, or choose another code.'],
    pt: ['Outro cupom ativo da loja tem este código.', 'Arquive o outro cupom ou escolha outro código.'],
  },
  saved_card_in_use: {
    en: ['A subscription charges this card.', 'Give the subscription another card first.'],
    pt: ['Uma assinatura cobra neste cartão.', 'Dê outro cartão à assinatura primeiro.'],
  },
  too_many_saved_cards: {
    en: ['The customer has twenty saved cards.', 'Delete one that is charged no more.'],
    pt: ['O cliente tem vinte cartões salvos.', 'Apague um que não é mais cobrado.'],
  },
  dispute_over: {
    en: ['The bank has decided the dispute, and a payment has one dispute.', 'Play it on another payment.'],
    pt: ['O banco já decidiu a contestação, e um pagamento só tem uma.', 'Simule-a em outro pagamento.'],
  },
  gateway_not_simulated: {
    en: [
      'The sandbox collects with a gateway of the store’s own, in its test mode.',
      'Use the test means of that gateway, or remove it in the panel, under Store.',
    ],
    pt: [
      'O sandbox usa um gateway da própria loja, em modo de teste.',
      'Use os meios de teste desse gateway, ou remova-o no painel, em Loja.',
    ],
  },
  idempotency_key_in_use: {
    en: ['A request with the same key is worked on.', 'Send it again in a few seconds: the answer is given once more.'],
    pt: [
      'Uma requisição com a mesma chave está em andamento.',
      'Envie de novo em alguns segundos: a resposta será repetida.',
    ],
  },
  invoice_changed: {
    en: ['The invoice was changed while its payment was simulated.', 'Send the request again.'],
    pt: ['A cobrança mudou enquanto o pagamento era simulado.', 'Envie a requisição de novo.'],
  },
  invoice_not_editable: {
    en: ['The invoice is paid, refunded or canceled.', 'Create another invoice.'],
    pt: ['A cobrança foi paga, reembolsada ou cancelada.', 'Crie outra cobrança.'],
  },
  invoice_not_payable: {
    en: [
      'The invoice takes no payment in its present status.',
      'Read the invoice; change it to open it again, or create another.',
    ],
    pt: [
      'A cobrança não aceita pagamento na situação atual.',
      'Leia a cobrança; altere-a para reabri-la, ou crie outra.',
    ],
  },
  invoice_paid: {
    en: ['The invoice has received money.', 'Give the money back with a refund.'],
    pt: ['A cobrança já recebeu dinheiro.', 'Devolva o dinheiro com um reembolso.'],
  },
  nothing_refunded: {
    en: ['The invoice has no refund that its bank could refuse.', 'Ask for a refund first.'],
    pt: ['A cobrança não tem reembolso que o banco pudesse recusar.', 'Peça um reembolso antes.'],
  },
  nothing_to_charge: {
    en: [
      'Nothing of the subscription can be charged now; the detail says why.',
      'Give a `card_token`, or wait for the payer.',
    ],
    pt: [
      'Nada da assinatura pode ser cobrado agora; o detalhe diz por quê.',
      'Envie um `card_token`, ou espere o pagador.',
    ],
  },
  nothing_to_dispute: {
    en: ['The invoice has no money that a bank could want.', 'Have it paid first.'],
    pt: ['A cobrança não tem dinheiro que um banco pudesse querer de volta.', 'Simule o pagamento antes.'],
  },
  payment_not_found: {
    en: ['The store has no such payment in this environment.', 'List the payments.'],
    pt: ['A loja não tem esse pagamento neste ambiente.', 'Liste os pagamentos.'],
  },
  payment_link_not_found: {
    en: ['The store has no such payment link in this environment.', 'List the payment links.'],
    pt: ['A loja não tem esse link de pagamento neste ambiente.', 'Liste os links de pagamento.'],
  },
  coupon_not_found: {
    en: ['The store has no such coupon in this environment.', 'List the coupons.'],
    pt: ['A loja não tem esse cupom neste ambiente.', 'Liste os cupons.'],
  },
  saved_card_not_found: {
    en: ['The store has no such card in this environment, or it was deleted.', 'List the saved cards of the customer.'],
    pt: ['A loja não tem esse cartão neste ambiente, ou ele foi apagado.', 'Liste os cartões salvos do cliente.'],
  },
  dispute_not_found: {
    en: ['The store has no such dispute in this environment.', 'List the disputes.'],
    pt: ['A loja não tem essa contestação neste ambiente.', 'Liste as contestações.'],
  },
  dispute_file_not_found: {
    en: ['The store has no such file in this environment, or it was removed.', 'List the files of the dispute.'],
    pt: ['A loja não tem esse arquivo neste ambiente, ou ele foi removido.', 'Liste os arquivos da contestação.'],
  },
  answer_not_awaited: {
    en: [
      'The dispute was answered already, its time is over, or the bank has decided.',
      'Read `answer` and `status` of the dispute. A dispute takes one answer.',
    ],
    pt: [
      'A contestação já foi respondida, o prazo acabou, ou o banco já decidiu.',
      'Leia `answer` e `status` da contestação. Ela recebe uma resposta só.',
    ],
  },
  answer_at_gateway: {
    en: [
      'The gateway takes no answers by a program, or the store has no access to it now.',
      'Answer at the gateway or the bank itself.',
    ],
    pt: [
      'O gateway não recebe respostas por programa, ou a loja está sem acesso a ele.',
      'Responda no próprio gateway ou banco.',
    ],
  },
  payout_not_found: {
    en: ['The store has no such payout in this environment.', 'List the payouts.'],
    pt: ['A loja não tem esse repasse neste ambiente.', 'Liste os repasses.'],
  },
  message_not_found: {
    en: ['The store has no such message in this environment.', 'List the messages.'],
    pt: ['A loja não tem essa mensagem neste ambiente.', 'Liste as mensagens.'],
  },
  nothing_owed: {
    en: ['Nobody owes money for the invoice.', 'Read its `status` and `amount_due`.'],
    pt: ['Ninguém deve dinheiro da cobrança.', 'Leia o `status` e o `amount_due` dela.'],
  },
  not_external: {
    en: ['The payment came by a gateway.', 'Give it back by a refund.'],
    pt: ['O pagamento veio por um gateway.', 'Devolva-o por um reembolso.'],
  },
  already_reversed: {
    en: ['The payment was taken back already.', 'Nothing is to be done.'],
    pt: ['O pagamento já foi desfeito.', 'Não há o que fazer.'],
  },
  too_many_credit_notes: {
    en: ['The invoice has 100 credit notes.', 'Cancel it, and create another.'],
    pt: ['A cobrança tem 100 abatimentos.', 'Cancele-a, e crie outra.'],
  },
  nothing_to_pay_out: {
    en: ['No payment of the sandbox has become available since the last payout.', 'Advance the clock of the sandbox.'],
    pt: ['Nenhum pagamento do sandbox ficou disponível desde o último repasse.', 'Avance o relógio do sandbox.'],
  },
  nothing_to_refund: {
    en: [
      'The invoice has no money that could be given back.',
      'Read its payments: `amount_refunded` says what has gone back.',
    ],
    pt: ['A cobrança não tem dinheiro para devolver.', 'Leia os pagamentos: `amount_refunded` diz o que já voltou.'],
  },
  nothing_unpaid: {
    en: ['No charge of the subscription has failed.', 'Nothing is to be done.'],
    pt: ['Nenhuma cobrança da assinatura falhou.', 'Não há o que fazer.'],
  },
  refund_limit_reached: {
    en: [
      'The store gives back no more than its limit on a day.',
      'Refund the rest tomorrow, or raise the limit in the panel.',
    ],
    pt: [
      'A loja não devolve mais que o seu limite por dia.',
      'Reembolse o resto amanhã, ou aumente o limite no painel.',
    ],
  },
  authorization_exists: {
    en: ['The subscription has an authorization that is asked for or given.', 'Cancel it first.'],
    pt: ['A assinatura tem uma autorização pedida ou dada.', 'Cancele-a antes.'],
  },
  nothing_to_authorize: {
    en: [
      'No authorization of the subscription waits for its payer.',
      'Ask for one, or wait until the payer can agree.',
    ],
    pt: ['Nenhuma autorização da assinatura espera o pagador.', 'Peça uma, ou espere até que ele possa autorizar.'],
  },
  not_authorized: {
    en: ['The subscription has no authorization that its payer could cancel.', 'Play `authorized` first.'],
    pt: ['A assinatura não tem uma autorização que o pagador possa cancelar.', 'Simule `authorized` antes.'],
  },
  subscription_not_paused: {
    en: ['The subscription is neither paused nor to be canceled.', 'Nothing is to be done.'],
    pt: ['A assinatura não está pausada nem será cancelada.', 'Não há o que fazer.'],
  },
  subscription_over: {
    en: ['The subscription has ended or is canceled.', 'Start another one.'],
    pt: ['A assinatura terminou ou foi cancelada.', 'Comece outra.'],
  },
  subscription_paused: {
    en: ['The subscription is paused.', 'Resume it first.'],
    pt: ['A assinatura está pausada.', 'Retome-a antes.'],
  },
  too_many_attempts: {
    en: ['The invoice has had all the payment attempts that it may have.', 'Create another invoice.'],
    pt: ['A cobrança já teve todas as tentativas de pagamento que pode ter.', 'Crie outra cobrança.'],
  },
  too_many_inboxes: {
    en: ['A store has at most ten inboxes.', 'Delete one.'],
    pt: ['Uma loja tem no máximo dez caixas de entrada.', 'Apague uma.'],
  },
  too_many_payments: {
    en: ['The invoice has received as many simulated payments as it may.', 'Create another invoice to go on.'],
    pt: ['A cobrança já recebeu todos os pagamentos simulados que pode.', 'Crie outra cobrança para continuar.'],
  },
  too_many_refunds: {
    en: [
      'The invoice has had all the refunds that it may have.',
      'Give the rest back in one refund outside, or ask the platform.',
    ],
    pt: ['A cobrança já teve todos os reembolsos que pode ter.', 'Devolva o resto por fora, ou fale com a plataforma.'],
  },
  too_many_webhooks: {
    en: ['The store has as many webhooks as it may have.', 'Delete one that is not used.'],
    pt: ['A loja já tem todos os webhooks que pode ter.', 'Apague um que não é usado.'],
  },
  webhook_deleted: {
    en: ['The webhook of the delivery was deleted.', 'Create a webhook, and send the event to it.'],
    pt: ['O webhook da entrega foi apagado.', 'Crie um webhook, e envie o evento a ele.'],
  },
  webhook_gone: {
    en: [
      'The receiver answered 410, and the webhook is switched off.',
      'Switch the webhook on again, with a receiver that answers.',
    ],
    pt: [
      'O receptor respondeu 410, e o webhook foi desligado.',
      'Ligue o webhook de novo, com um receptor que responda.',
    ],
  },
  payload_too_large: {
    en: ['The body is too large.', 'Send less at once; the detail has the limit.'],
    pt: ['O corpo é grande demais.', 'Envie menos de cada vez; o detalhe diz o limite.'],
  },
  unsupported_media_type: {
    en: ['The body is not said to be JSON.', 'Send `Content-Type: application/json`.'],
    pt: ['O corpo não foi anunciado como JSON.', 'Envie `Content-Type: application/json`.'],
  },
  gateway_not_configured: {
    en: [
      'The store has no gateway that collects by this payment method in production.',
      'Set one up in the panel, under Store, Payment gateways.',
    ],
    pt: [
      'A loja não tem, na produção, um gateway que receba por esta forma de pagamento.',
      'Configure um no painel, em Loja, Gateways de pagamento.',
    ],
  },
  idempotency_key_reused: {
    en: ['The key was used for another path or body.', 'Use a new key for a new request.'],
    pt: ['A chave foi usada com outro caminho ou corpo.', 'Use uma chave nova para uma requisição nova.'],
  },
  invalid_fields: {
    en: ['A field is missing, unknown or wrong.', 'Read `errors`: each names its field, and says what to send.'],
    pt: ['Um campo falta, é desconhecido ou está errado.', 'Leia `errors`: cada um diz o campo e o que enviar.'],
  },
  rate_limited: {
    en: ['The store has sent more requests in a minute than its plan has.', 'Wait for the seconds of `Retry-After`.'],
    pt: ['A loja enviou mais requisições por minuto que o plano permite.', 'Espere os segundos de `Retry-After`.'],
  },
  too_many_at_once: {
    en: [
      'Too many requests of the store are under way.',
      'Send fewer side by side, and this one again after `Retry-After`.',
    ],
    pt: [
      'Há requisições demais da loja em andamento.',
      'Envie menos ao mesmo tempo, e esta de novo depois de `Retry-After`.',
    ],
  },
  too_many_failed_authentications: {
    en: ['Too many wrong tokens came from this address.', 'Mend the token, and wait for `Retry-After`.'],
    pt: ['Muitos tokens errados vieram deste endereço.', 'Corrija o token, e espere `Retry-After`.'],
  },
  internal_error: {
    en: [
      'A fault of ours. Nothing is half written.',
      'Send the request again with the same key; quote the `request_id` if it stays.',
    ],
    pt: [
      'Uma falha nossa. Nada fica pela metade.',
      'Envie de novo com a mesma chave; se continuar, informe o `request_id`.',
    ],
  },
  service_unavailable: {
    en: [
      'Something that the call needs does not answer now. Nothing was changed.',
      'Send the request again after `Retry-After`.',
    ],
    pt: ['Algo de que a chamada precisa não responde agora. Nada mudou.', 'Envie de novo depois de `Retry-After`.'],
  },
};

function notFound(noun: string, palavra: string): Record<DocsLanguage, ErrorText> {
  return {
    en: [
      `The store has no ${noun} of this id in this environment.`,
      'Check the id, and the token: production and sandbox are apart.',
    ],
    pt: [
      `A loja não tem ${palavra} com este id neste ambiente.`,
      'Confira o id e o token: produção e sandbox são separados.',
    ],
  };
}
