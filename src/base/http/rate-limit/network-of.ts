import ipaddr from 'ipaddr.js';

/** The least that one customer of a provider is given. */
const IPV6_NETWORK_PARTS = 4;

/**
 * The network against which failures are counted: an IPv4 address, also where IPv6 wraps it, or the /64 of an IPv6
 * address, whose holder has 2^64 addresses to send from. Text that is no address, as a proxy may write, counts as one.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const parts = parsed.parts.slice(0, IPV6_NETWORK_PARTS).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}
