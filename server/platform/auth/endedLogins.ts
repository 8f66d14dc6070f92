/** Reasons of ended sessions that are reported to a returning client. */
export type EndReason = 'auth.idleEnded' | 'auth.httpsOnly';

/** Session that has ended. */
export interface EndedLogin {
  session_id: number;
  token_hash: string;
}

/** Sessions that the server has ended, with the reason for a returning client. */
export interface EndedLogins {
  add(login: EndedLogin, reason: EndReason): void;
  /** Undefined: it is none of these. */
  reason(key: Pick<EndedLogin, 'session_id'> | Pick<EndedLogin, 'token_hash'>): EndReason | undefined;
}

const MAX_KNOWN = 10_000;

/** Keeps ended logins in memory, a limited number: after a restart such a session counts as unknown. */
export function createEndedLogins(): EndedLogins {
  const known = new Map<string, { session_id: number; reason: EndReason }>();
  return {
    add({ session_id, token_hash }, reason) {
      known.set(token_hash, { session_id, reason });
      for (const oldest of known.keys()) {
        if (known.size <= MAX_KNOWN) break;
        known.delete(oldest);
      }
    },
    reason: (key) =>
      'token_hash' in key
        ? known.get(key.token_hash)?.reason
        : [...known.values()].find(({ session_id }) => session_id === key.session_id)?.reason,
  };
}
