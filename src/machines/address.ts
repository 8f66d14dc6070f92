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

/** The address at the start, without credentials. */
export interface StartAddress {
  /** Null unless both user name and password are present. */
  credentials: Credentials | null;
  /** Path with the rest of the query and the fragment. */
  path: string;
}

/**
 * Takes user name and password out of the address and of the history entry, before any request is made; one
 * alone is removed as well.
 */
export function takeCredentials({ location, history }: AddressBar): StartAddress {
  const query = new URLSearchParams(location.search);
  const username = query.get('username');
  const password = query.get('password');
  if (username === null && password === null)
    return { credentials: null, path: `${location.pathname}${location.search}${location.hash}` };
  query.delete('username');
  query.delete('password');
  const rest = query.size > 0 ? `?${query}` : '';
  const path = `${location.pathname}${rest}${location.hash}`;
  history.replaceState(history.state, '', path);
  return { credentials: username !== null && password !== null ? { username, password } : null, path };
}
