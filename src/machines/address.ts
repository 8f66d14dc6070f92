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

/** The query of an address without user name and password, and these. */
function splitQuery(search: string) {
  const query = new URLSearchParams(search);
  const username = query.get('username');
  const password = query.get('password');
  if (username === null && password === null) return { username, password, rest: search };
  query.delete('username');
  query.delete('password');
  return { username, password, rest: query.size > 0 ? `?${query}` : '' };
}

/** Returns path, query and fragment of an address without credentials. */
export function pathOf({ pathname, search, hash }: AddressBar['location']): string {
  return `${pathname}${splitQuery(search).rest}${hash}`;
}

/**
 * Takes user name and password out of the address and of the history entry, before any request is made.
 * Returns null unless both are present; one alone is removed as well.
 */
export function takeCredentials({ location, history }: AddressBar): Credentials | null {
  const { username, password } = splitQuery(location.search);
  if (username === null && password === null) return null;
  history.replaceState(history.state, '', pathOf(location));
  return username !== null && password !== null ? { username, password } : null;
}
