import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { isIn, type Network } from '../connections/networks.ts';

/** Decides which addresses the product may reach where a stranger chose them: receivers of webhooks, and banks. */
export interface AddressPolicy {
  /** Whether the product may connect to an IP literal, without brackets. Text that is no IP address is not allowed. */
  allows(address: string): boolean;
  /** Whether a private network beyond this machine is listed, so that names which only it knows lead somewhere. */
  readonly reachesPrivateNetworks: boolean;
}

/**
 * Addresses inside a cloud that look public: Azure's of the machine it runs on, and those of IBM Cloud's services. The
 * other clouds answer at link-local, shared or unique local addresses.
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 * https://cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc
 */
const OF_CLOUDS = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((network) => ipaddr.parseCIDR(network));

/**
 * Public unicast addresses only: not private, loopback, link-local (where cloud metadata answers), shared, multicast,
 * reserved, of a cloud's inside, nor IPv6 forms that carry an IPv4 address inside (mapped ones are judged by that
 * address).
 *
 * @param allowedNetworks networks in CIDR notation that are allowed all the same
 * @param deniedNetworks networks that are never allowed
 * @throws Error naming the network that is not in CIDR notation
 */
export function createAddressPolicy(allowedNetworks: string[], deniedNetworks: string[] = []): AddressPolicy {
  const exceptions = readNetworks('WEBHOOK_ALLOWED_NETWORKS', allowedNetworks);
  const denied = readNetworks('WEBHOOK_DENIED_NETWORKS', deniedNetworks);
  return {
    reachesPrivateNetworks: exceptions.some(([network]) => network.range() !== 'loopback'),
    allows(text) {
      if (!ipaddr.isValid(text)) return false;
      // `process` turns an IPv4-mapped IPv6 address into the IPv4 address that would be connected to.
      const address = ipaddr.process(text);
      if (isIn(denied, address)) return false;
      return (isPublic(address) && !isIn(OF_CLOUDS, address)) || isIn(exceptions, address);
    },
  };
}

function readNetworks(setting: string, networks: string[]): Network[] {
  return networks.map((network) => {
    if (!ipaddr.isValidCIDR(network)) {
      throw new Error(`${setting} has "${network}": give networks like 10.0.0.0/8 or ::1/128.`);
    }
    return ipaddr.parseCIDR(network);
  });
}

/** RFC 4291: all of IPv6 that is routed globally lies in 2000::/3; what is outside may hide an IPv4 address. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

function isPublic(address: IPv4 | IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_IPV6);
}
