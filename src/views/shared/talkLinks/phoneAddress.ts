const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** Address that a phone opens: by HTTPS, with the key in the fragment. @param page path with the fragment */
export function phoneAddress(location: Pick<Location, 'hostname'>, port: number, page: string): string {
  const { hostname } = location;
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
  return `https://${host}${port === 443 ? '' : `:${port}`}${page}`;
}

/** Tells if an address leads a phone to itself instead of the server. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);
