import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

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

function add(list: BlockList, entry: string): void {
  const [address = '', prefix] = entry.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
}

/** Whether a text is an address, or one with the length of a prefix. */
export function isAddressRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const most = isIPv4(address) ? 32 : 128;
  const length = Number(prefix ?? most);
  return (
    isIP(address) !== 0 && rest.length === 0 && Number.isInteger(length) && length >= 0 && length <= most
  );
}

/** An IPv4 address that is written as IPv6 is what it stands for. */
function plain(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return mapped ?? address.replace(/%.*$/, '');
}

/** Addresses by which the machine reaches itself over its own network cards, at this moment. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((cards) => cards?.map(({ address }) => address) ?? []);
}

function listOf(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) add(list, entry);
  return list;
}

/**
 * @param allowed ranges of addresses that are let through although they are refused otherwise
 * @param own addresses of this machine
 */
export function createAddressPolicy(allowed: readonly string[] = [], own = ownAddresses): AddressPolicy {
  const refused = listOf(REFUSED);
  const exceptions = listOf(allowed);
  return {
    allows(address) {
      const ip = plain(address);
      const family = isIPv6(ip) ? 'ipv6' : 'ipv4';
      if (isIP(ip) === 0) return false;
      return exceptions.check(ip, family) || !(refused.check(ip, family) || listOf(own()).check(ip, family));
    },
  };
}
