import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/** An address and the number of its leading bits that count. */
export type Network = [IPv4 | IPv6, number];

export function isIn(networks: readonly Network[], address: IPv4 | IPv6): boolean {
  return networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}

/**
 * Reads a network in CIDR notation, or a single address. Zeros in front of an octet are refused: they mean octal to
 * some programs.
 *
 * @returns null for a text that is neither
 */
export function readNetwork(text: string): Network | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Whether an address lies in one of the networks; a text that is no address lies in none. */
export function liesIn(networks: readonly string[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = networks.map(readNetwork).filter((network) => network !== null);
  return isIn(read, ipaddr.process(address));
}
