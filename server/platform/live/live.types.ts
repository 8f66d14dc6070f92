import type { PermissionKey } from '../../../contract/api/permissions.ts';
import type { Scope } from './scope.ts';

/** Permissions and zones of a login, as the live socket needs them. */
export interface LiveCaller {
  permissions: ReadonlySet<PermissionKey>;
  scope: Scope;
}

/** Source of callers (server/platform/auth). */
export interface LiveAuth {
  /** Returns the caller of a login as it is now, or null when the login has ended. */
  fromSession(sessionId: number): Promise<LiveCaller | null>;
  /** Calls back when any rights, zones or logins may have changed; returns the function that ends it. */
  onChange(listener: () => void): () => void;
}

/** The part of a WebSocket that a console uses. */
export interface LiveWire {
  send(text: string): void;
  /** Bytes queued and not yet sent. */
  readonly bufferedAmount: number;
  close(code: number, reason: string): void;
}
