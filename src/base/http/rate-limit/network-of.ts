import ipaddr from 'ipaddr.js';

/** The least that a customer of a provider is given. */
const LEAST_BITS = 64;
/** Providers give these to homes and to companies: https://www.ripe.net/publications/docs/ripe-690 */
const WIDER = [
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
];

/**
 * The network against which failures are counted: an IPv4 address, also where IPv6 wraps it, or the /64 of an IPv6
 * address, whose holder has 2^64 addresses to send from. Text that is no address, as a proxy may write, counts as one.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return networkOfBits(parsed, LEAST_BITS);
}

/**
 * The networks around an IPv6 address that one customer may hold, each with how much more it may spend than a /64; none
 * for an IPv4 address.
 */
export function widerNetworksOf(address: string): { network: string; factor: number }[] {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  if (!(parsed instanceof ipaddr.IPv6)) return [];
  return WIDER.map(({ bits, factor }) => ({ network: networkOfBits(parsed, bits), factor }));
}

function networkOfBits(address: ipaddr.IPv6, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}
