import type { PermissionKey } from '../../contract/permissions.ts';
import type { Scope } from './scope.ts';

/** What the live socket needs to know of a login. */
export interface LiveCaller {
  permissions: ReadonlySet<PermissionKey>;
  scope: Scope;
}

/** Where it comes from (server/auth). */
export interface LiveAuth {
  /** The caller of a login as it is now, or null when the login has ended. */
  fromSession(sessionId: number): Promise<LiveCaller | null>;
  /** Calls back when any rights, zones or logins may have changed; returns the function that ends it. */
  onChange(listener: () => void): () => void;
}

/** The part of a WebSocket that a console is driven through. */
export interface LiveWire {
  send(text: string): void;
  /** Bytes that were sent and have not left yet. */
  readonly bufferedAmount: number;
  close(code: number, reason: string): void;
}
