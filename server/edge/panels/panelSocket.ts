import { connect, isIP, type Socket } from 'node:net';
import { ruleMessage } from '../../../contract/rules/ruleMessage.ts';
import { failureOf, StreamFailure } from '../../sound/radio/failure.ts';
import { guarded } from '../../sound/radio/http.ts';
import type { AddressPolicy } from '../../sound/radio/policy.ts';

/** Time for a connection to be made, ms. */
const CONNECT_MS = 3_000;
/** Time from the end of a connection to the next attempt: the first one, doubled up to the last one; ms. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 1_000;

export interface PanelSocket {
  send(bytes: Uint8Array): void;
  /** Notes a right answer: after the next loss, the first attempt follows soon. */
  works(): void;
  /** Ends the connection for this reason; the next one follows. */
  drop(failure: StreamFailure): void;
  close(): void;
}

/**
 * Keeps a TCP connection to an address that the policy allows, as long as it is open: after a loss it connects again.
 *
 * @param on.lost called with a rule message at each end of a connection, and at each failed attempt
 */
export function openPanelSocket(
  { host, port }: { host: string; port: number },
  policy: AddressPolicy,
  on: { connected(): void; data(bytes: Buffer): void; lost(error: string): void },
): PanelSocket {
  const name = host.replace(/^\[|\]$/g, '');
  let socket: Socket | null = null;
  let retry: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isClosed = false;

  function ended(failure: unknown): void {
    socket = null;
    if (isClosed) return;
    const { key, params } = failureOf(failure);
    on.lost(ruleMessage(key, params));
    retry = setTimeout(open, retryMs);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  }

  function open(): void {
    // A literal address is not looked up.
    if (isIP(name) !== 0 && !policy.allows(name)) {
      queueMicrotask(() => ended(new StreamFailure('radio.addressRefused')));
      return;
    }
    const opened = connect({ host: name, port, lookup: guarded(policy), noDelay: true });
    socket = opened;
    let failure: unknown = new StreamFailure('radio.cut');
    opened.setTimeout(CONNECT_MS, () => opened.destroy(new StreamFailure('radio.timeout')));
    opened.on('connect', () => {
      opened.setTimeout(0);
      on.connected();
    });
    opened.on('data', on.data);
    opened.on('error', (error) => {
      failure = error;
    });
    opened.on('close', () => ended(failure));
  }

  open();
  return {
    send(bytes) {
      if (socket?.writable === true) socket.write(bytes);
    },
    works() {
      retryMs = FIRST_RETRY_MS;
    },
    drop: (failure) => socket?.destroy(failure),
    close() {
      isClosed = true;
      clearTimeout(retry);
      socket?.destroy();
    },
  };
}
