import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { inRanges, plainAddress } from '../http/addressRange.ts';

/**
 * Which machines a stream may come from (docs/decisions/0043). Whoever may enter a station makes this server connect
 * somewhere, so it must not reach what only the server itself can: its own services, and the address at which clouds
 * hand out secrets. The site's own network is allowed, for its encoders stand there.
 */
export interface AddressPolicy {
  allows(address: string): boolean;
}

/** Addresses with their prefix lengths: the machine itself, link-local, multicast, and clouds' metadata. */
const REFUSED = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '100.100.100.200/32',
  '::/128',
  '::1/128',
  'fe80::/10',
  'ff00::/8',
  'fd00:ec2::254/128',
];

/** Addresses by which the machine reaches itself over its own network cards, at this moment. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((cards) => cards?.map(({ address }) => address) ?? []);
}

/**
 * @param allowed ranges of addresses that are let through although they are refused otherwise
 * @param own addresses of this machine
 */
export function createAddressPolicy(allowed: readonly string[] = [], own = ownAddresses): AddressPolicy {
  const isRefused = inRanges(REFUSED);
  const isException = inRanges(allowed);
  return {
    allows(address) {
      const ip = plainAddress(address);
      if (isIP(ip) === 0) return false;
      return isException(ip) || !(isRefused(ip) || inRanges(own())(ip));
    },
  };
}
