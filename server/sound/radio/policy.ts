import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { inRanges, plainAddress } from '../../platform/http/addressRange.ts';

/**
 * Addresses that streams may come from (docs/decisions/0043-streams.md). A user who enters a station makes
 * this server connect to it, so services that only the server can reach are refused: its own, and the
 * metadata addresses of clouds, which return secrets. The site's own network is allowed, as its encoders are
 * there.
 */
export interface AddressPolicy {
  allows(address: string): boolean;
}

/**
 * Refused addresses with their prefix lengths: the machine itself, link-local, multicast, and metadata of
 * clouds.
 */
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

/** Current addresses of the network interfaces of this machine. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((cards) => cards?.map(({ address }) => address) ?? []);
}

/**
 * @param allowed address ranges that are allowed although they would be refused
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
