import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Tells whether a text is an address, or one with the length of a prefix. */
export function isAddressRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const most = isIPv4(address) ? 32 : 128;
  const length = Number(prefix ?? most);
  return (
    isIP(address) !== 0 && rest.length === 0 && Number.isInteger(length) && length >= 0 && length <= most
  );
}

/** An IPv4 address that is written as IPv6 is what it stands for; the card that an address belongs to is left out. */
export function plainAddress(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return mapped ?? address.replace(/%.*$/, '');
}

/** Makes the function that finds an address in a list of ranges (`isAddressRange`); what is no address is in none. */
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
