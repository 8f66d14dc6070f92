import { isIP } from 'node:net';

/** Number of leading groups of an IPv6 address that name its network (a /64). */
const NETWORK_GROUPS = 4;

/** Expands the groups that `::` omits. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const split = (part: string) => (part === '' ? [] : part.split(':'));
  const before = split(head);
  if (tail === undefined) return before;
  const after = split(tail);
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}

/**
 * Subnet that an address is assumed to lie in: a /24 for IPv4, a /64 for IPv6, as sites are usually cabled.
 * @returns for example `10.1.2.0/24`; empty for anything but an address
 */
export function subnetOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const version = isIP(plain);
  if (version === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (version !== 6) return '';
  const groups = groupsOf(plain.toLowerCase()).slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
