import { defineEntity, p } from '@mikro-orm/postgresql';
import { Customer } from '../../customers/customer.entity.ts';

/** Who a customer of a store is at its gateway. */
export const GatewayCustomerSchema = defineEntity({
  name: 'GatewayCustomer',
  tableName: 'gateway_customers',
  uniques: [{ name: 'gateway_customers_customer', properties: ['gateway', 'accountId', 'customerId'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    gateway: p.text(),
    /** Of the store's account at the gateway. */
    accountId: p.text(),
    customerId: () => p.manyToOne(Customer).mapToPk().fieldName('customer_id'),
    gatewayCustomerId: p.text(),
    /** Of what the gateway was told of the customer, so that it is told again when that changes. */
    digest: p.text(),
  },
});

export class GatewayCustomer extends GatewayCustomerSchema.class {}
GatewayCustomerSchema.setClass(GatewayCustomer);
