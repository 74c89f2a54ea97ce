import type { Context } from 'koa';

/** Where a request comes from. A dual-stack socket writes IPv4 addresses as IPv6 ones; they are IPv4 addresses here. */
export function clientAddress(ctx: Pick<Context, 'ip'>): string {
  return ctx.ip.replace(/^::ffff:(?=\d+\.)/, '');
}
