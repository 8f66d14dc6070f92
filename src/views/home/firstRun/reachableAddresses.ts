import { isLoopback, phoneAddress } from '../../shared/talkLinks/phoneAddress.ts';

/**
 * Addresses of a page of this server that a phone can open, the likeliest first: the one of the system settings, the one
 * that this browser uses, or those of the machine of the server if this browser runs on it.
 *
 * @param port port of HTTPS; null: none is known @param backend address by which terminals reach the site; empty: not set
 */
export function reachableAddresses(
  location: Pick<Location, 'hostname'>,
  port: number | null,
  page: string,
  { backend, hosts }: { backend: string; hosts: readonly string[] },
): string[] {
  if (backend !== '') return [new URL(page, backend).href];
  if (port === null) return [];
  const names = isLoopback(location.hostname) ? hosts : [location.hostname];
  return names.map((hostname) => phoneAddress({ hostname }, port, page));
}
