import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Tells if a text is an IP address, with or without a prefix length. */
export function isAddressRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const most = isIPv4(address) ? 32 : 128;
  const length = Number(prefix ?? most);
  return (
    isIP(address) !== 0 && rest.length === 0 && Number.isInteger(length) && length >= 0 && length <= most
  );
}

/** An address with a port, as some proxies write it: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]*)\](?::\d+)?)$/;

/** Converts IPv4-mapped IPv6 to IPv4, and removes the port and the zone index of an address. */
export function plainAddress(text: string): string {
  const [, ipv4, ipv6] = withPort.exec(text) ?? [];
  const address = ipv4 ?? ipv6 ?? text;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return mapped ?? address.replace(/%.*$/, '');
}

/**
 * Makes a function that finds an address in a list of ranges (`isAddressRange`); false for anything but an
 * address.
 */
export function inRanges(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
