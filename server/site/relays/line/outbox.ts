import { rangesOf, type ToRelay } from '../../../../contract/protocol/relayLink.ts';

type ForSessions = Extract<ToRelay, { sessions: unknown }>;
type Numberless<T> = T extends unknown ? Omit<T, 'sessions'> : never;
/** Message to some sessions, without their numbers. */
export type SessionMessage = Numberless<ForSessions>;

interface Entry {
  message: SessionMessage | Uint8Array;
  sessions: Set<number>;
}

/** Time for which messages to single terminals wait for the same message to others, ms. */
const GATHER_MS = 3;

/**
 * Messages to a relay, in order. A message that many terminals get, such as the opening of a stream, is sent once with
 * the list of their sessions: it is added to the one that waits already, unless that would change the order at a
 * terminal.
 */
export class Outbox {
  readonly #write: (messages: readonly (string | Uint8Array)[]) => void;
  #entries: Entry[] = [];
  readonly #places = new Map<string, number>();
  /** Place of the last message of each session. */
  readonly #last = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isDue = false;

  constructor(write: (messages: readonly (string | Uint8Array)[]) => void) {
    this.#write = write;
  }

  /** @param key text that tells equal messages */
  add(session: number, key: string, message: SessionMessage): void {
    const known = this.#places.get(key);
    let place = known ?? -1;
    if (known === undefined || known <= (this.#last.get(session) ?? -1)) {
      place = this.#entries.push({ message, sessions: new Set() }) - 1;
      this.#places.set(key, place);
    }
    this.#entries[place]?.sessions.add(session);
    this.#last.set(session, place);
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  /** Sends bytes at the end of this turn, with all that waits. @param session the only one that they are for; null: all */
  bytes(bytes: Uint8Array, session: number | null): void {
    const place = this.#entries.push({ message: bytes, sessions: new Set() }) - 1;
    if (session !== null) this.#last.set(session, place);
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => this.flush());
  }

  /** Forgets what waits for a session. */
  forget(session: number): void {
    for (const { sessions } of this.#entries) sessions.delete(session);
    this.#last.delete(session);
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isDue = false;
    const entries = this.#entries;
    this.#entries = [];
    this.#places.clear();
    this.#last.clear();
    const messages = entries.flatMap<string | Uint8Array>(({ message, sessions }) => {
      if (message instanceof Uint8Array) return [message];
      return sessions.size === 0 ? [] : [JSON.stringify({ ...message, sessions: rangesOf(sessions) })];
    });
    if (messages.length > 0) this.#write(messages);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#entries = [];
  }
}
