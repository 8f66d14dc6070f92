/** Credentials passed in the address. */
export interface Credentials {
  username: string;
  password: string;
  /** Marks a login by address, which the server may forbid. */
  by_url?: true;
}

export interface AddressBar {
  location: Pick<Location, 'pathname' | 'search' | 'hash'>;
  history: Pick<History, 'replaceState' | 'state'>;
}

/**
 * Takes user name and password out of the address and of the history entry, before any request is made.
 * Returns null unless both are present; one alone is removed as well.
 */
export function takeCredentials({ location, history }: AddressBar): Credentials | null {
  const query = new URLSearchParams(location.search);
  const username = query.get('username');
  const password = query.get('password');
  if (username === null && password === null) return null;
  query.delete('username');
  query.delete('password');
  const rest = query.size > 0 ? `?${query}` : '';
  history.replaceState(history.state, '', `${location.pathname}${rest}${location.hash}`);
  return username !== null && password !== null ? { username, password } : null;
}
