/** Sessions that ended because they were idle, so that a client that comes back is told the reason. */
export interface EndedLogins {
  add(login: { session_id: number; token_hash: string }): void;
  has(key: { session_id: number } | { token_hash: string }): boolean;
}

const MAX_KNOWN = 10_000;

/** In memory and bounded: after a restart such a session counts as unknown. */
export function createEndedLogins(): EndedLogins {
  const known = new Map<string, number>();
  return {
    add({ session_id, token_hash }) {
      known.set(token_hash, session_id);
      for (const oldest of known.keys()) {
        if (known.size <= MAX_KNOWN) break;
        known.delete(oldest);
      }
    },
    has: (key) =>
      'token_hash' in key ? known.has(key.token_hash) : [...known.values()].includes(key.session_id),
  };
}
