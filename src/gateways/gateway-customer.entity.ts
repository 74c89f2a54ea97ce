import { defineEntity, p } from '@mikro-orm/postgresql';
import { Customer } from '../catalog/customers/customer.entity.ts';

/** A customer of a store as its gateway knows it. */
export const GatewayCustomerSchema = defineEntity({
  name: 'GatewayCustomer',
  tableName: 'gateway_customers',
  uniques: [{ name: 'gateway_customers_customer', properties: ['gateway', 'accountId', 'customerId'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    gateway: p.text(),
    /** The store's account at the gateway. */
    accountId: p.text(),
    customerId: () => p.manyToOne(Customer).mapToPk().fieldName('customer_id'),
    gatewayCustomerId: p.text(),
    /**
     * The digest of the data that the gateway has of the customer, so that the gateway is told again when the data
     * change.
     */
    digest: p.text(),
  },
});

export class GatewayCustomer extends GatewayCustomerSchema.class {}
GatewayCustomerSchema.setClass(GatewayCustomer);
