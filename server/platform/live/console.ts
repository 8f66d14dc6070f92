import { errorCode, messageText } from '../../../contract/api/errors.ts';
import { type Cursor, fromConsole, type ToConsole, type TopicName } from '../../../contract/api/live.ts';
import { hasPermission, topicPermissions, withheldFields } from '../../../contract/api/permissions.ts';
import type { Language } from '../../../contract/language.ts';
import { withSystemNames } from '../../../contract/systemName.ts';
import type { EndReason } from '../auth/endedLogins.ts';
import type { LiveHub } from './hub.ts';
import type { LiveCaller, LiveWire } from './live.types.ts';
import { scopeKey } from './scope.ts';

export const MAX_MESSAGE_CHARS = 65_536;
export const MAX_MESSAGES_PER_S = 50;
export const MAX_SUBSCRIPTIONS = 48;
/**
 * A console with more unsent bytes than this gets no frames until it has read; then it gets the newest state.
 */
export const MAX_BUFFERED_BYTES = 65_536;
/** Maximum time between frames, so that the console knows the age of its data, ms (1 s less one tick). */
export const KEEP_ALIVE_MS = 900;

/** Close code of RFC 6455: policy violation. */
const POLICY = 1008;

interface Subscription {
  topic: TopicName;
  /** Last position sent; undefined before the first snapshot. */
  cursor: Cursor | undefined;
  /**
   * `new`: answered even if nothing was missed. `denied`: refused; it resumes when the caller gets the
   * permission.
   */
  state: 'new' | 'running' | 'denied';
}

/**
 * Connection of one console to the live socket. It has no queue: a subscription is a cursor in its topic, and
 * every tick sends what lies between the cursor and the head, unless the socket's buffer is still full.
 */
export class LiveConsole {
  /** Language of the reader; the console tells a change. */
  #lang: Language;
  #wire: LiveWire;
  #hub: LiveHub;
  #now: () => number;
  #subscriptions = new Map<number, Subscription>();
  #caller: LiveCaller | null = null;
  /** Fields that the caller may not read. */
  #withheld: ReadonlySet<string> = new Set();
  /** Last known permissions and zones, to detect a change. */
  #rights: string | null = null;
  #lastFrame = Number.NEGATIVE_INFINITY;
  #second = 0;
  #messages = 0;

  /** @param now wall time that never steps, epoch ms */
  constructor(wire: LiveWire, hub: LiveHub, lang: Language, now: () => number) {
    this.#wire = wire;
    this.#hub = hub;
    this.#lang = lang;
    this.#now = now;
  }

  /** The caller as it is now; null stops all updates until it is known again. */
  set caller(caller: LiveCaller | null) {
    this.#caller = caller;
    if (caller === null) return;
    this.#withheld = new Set(withheldFields(caller.permissions));
    const rights = `${[...caller.permissions].sort().join()} ${scopeKey(caller.scope)}`;
    if (this.#rights !== null && this.#rights !== rights) this.#send({ type: 'rights' });
    this.#rights = rights;
  }

  /**
   * Handles a message from the console. A message that violates the contract, or too many, closes the
   * connection.
   */
  receive(data: string): void {
    const message = parse(data);
    const second = Math.floor(this.#now() / 1000);
    this.#messages = second === this.#second ? this.#messages + 1 : 1;
    this.#second = second;
    if (this.#messages > MAX_MESSAGES_PER_S) this.#wire.close(POLICY, 'too many messages');
    else if (message === null) this.#wire.close(POLICY, 'not understood');
    else if (message.type === 'ping') this.#send({ type: 'pong', t0: message.t0, at: this.#now() });
    else if (message.type === 'unsubscribe') this.#subscriptions.delete(message.id);
    else if (message.type === 'language') this.#change(message.language);
    else {
      this.#subscriptions.set(message.id, { topic: message.topic, cursor: message.resume, state: 'new' });
      if (this.#subscriptions.size > MAX_SUBSCRIPTIONS) this.#wire.close(POLICY, 'too many subscriptions');
    }
  }

  /** Sends all changes since the last frame. Called after every tick of the hub. */
  pump(): void {
    const caller = this.#caller;
    if (caller === null || this.#wire.bufferedAmount > MAX_BUFFERED_BYTES) return;
    const updates: string[] = [];
    for (const [id, subscription] of this.#subscriptions) {
      const update = this.#update(caller, subscription);
      if (update !== null) updates.push(`{"id":${id},${update}`);
    }
    const at = this.#now();
    if (updates.length === 0 && at - this.#lastFrame < KEEP_ALIVE_MS) return;
    this.#lastFrame = at;
    const frame = `{"type":"frame","at":${at},"updates":[${updates.join()}]}`;
    this.#wire.send(withSystemNames(frame, this.#lang));
  }

  /** Notifies of the time until the idle login ends; null: the warning is withdrawn. */
  warn(leftMs: number | null): void {
    this.#send({ type: 'idle', left_ms: leftMs });
  }

  /** Notifies the console that its login has ended, with the reason, and closes the connection. */
  end(code: 401 | 998, key: 'auth.loginFailed' | EndReason = 'auth.loginFailed'): void {
    this.#caller = null;
    this.#send({ type: 'ended', code, key, message: messageText(key, this.#lang) });
    this.#wire.close(POLICY, 'login ended');
  }

  /** Names within the rows are in the language of the reader, so all rows are sent again. */
  #change(language: Language): void {
    if (language === this.#lang) return;
    this.#lang = language;
    for (const subscription of this.#subscriptions.values()) {
      subscription.cursor = undefined;
      if (subscription.state === 'running') subscription.state = 'new';
    }
  }

  #update(caller: LiveCaller, subscription: Subscription): string | null {
    const { topic } = subscription;
    if (!hasPermission(caller.permissions, topicPermissions[topic])) {
      if (subscription.state === 'denied') return null;
      subscription.state = 'denied';
      subscription.cursor = undefined;
      const message = messageText('auth.noPermission', this.#lang);
      return `"kind":"denied","code":${errorCode.forbidden},"message":${JSON.stringify(message)}}`;
    }
    const state = this.#hub.state(topic);
    const delta = state.encode(caller.scope, subscription.cursor, this.#withheld);
    const isNew = subscription.state === 'new';
    subscription.state = 'running';
    subscription.cursor = state.cursor(caller.scope, this.#withheld);
    return delta ?? (isNew ? state.encodeNothing(caller.scope, this.#withheld) : null);
  }

  #send(message: ToConsole): void {
    this.#wire.send(JSON.stringify(message));
  }
}

function parse(data: string) {
  if (data.length > MAX_MESSAGE_CHARS) return null;
  try {
    return fromConsole.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
