import { bankDay } from '../banking/bank-day.ts';
import { feeOf, type Tariff } from '../banking/tariff.ts';
import type { BookedCharge, ChargeResult, GatewayEvent, PaymentGateway, ReceivedMoney } from './payment-gateway.ts';

/**
 * A gateway that tells nothing of its price, with the price that it has agreed with the store: each payment is told
 * with it, whichever way the gateway tells of it. The money is there on the day of the payment.
 */
export function pricePayments(gateway: PaymentGateway, tariff: Tariff): PaymentGateway {
  const price = <T extends ReceivedMoney>(money: T): T => ({
    ...money,
    fee: { feeCents: feeOf(tariff, money.amountCents), availableOn: bankDay(money.paidAt) },
  });
  const priceResult = <T extends ChargeResult | null>(result: T): T =>
    result?.status === 'registered' && result.paid ? { ...result, paid: price(result.paid) } : result;
  const priceEvent = (event: GatewayEvent): GatewayEvent => (event.type === 'payment_confirmed' ? price(event) : event);
  const priceCharge = (charge: BookedCharge): BookedCharge =>
    charge.paid ? { ...charge, paid: price(charge.paid) } : charge;
  const { books } = gateway;
  return {
    ...gateway,
    registerCharge: async (request) => priceResult(await gateway.registerCharge(request)),
    queryCharge: async (charge) => priceResult(await gateway.queryCharge(charge)),
    verifyCallback: async (callback) => (await gateway.verifyCallback(callback)).map(priceEvent),
    ...(books && {
      books: {
        ...books,
        async *charges(made, after) {
          for await (const charge of books.charges(made, after)) yield priceCharge(charge);
        },
        async charge(chargeId) {
          const charge = await books.charge(chargeId);
          return charge && priceCharge(charge);
        },
      },
    }),
  };
}
