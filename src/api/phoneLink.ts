import { isSuccess } from '../../contract/api/envelope.ts';
import type { PhoneKeys, PhoneLink } from '../../contract/entities/tasks/talkLink.ts';
import { languageHeader } from '../../contract/language.ts';

/** Refusal of a phone's request, with the server's message; empty: it did not answer. */
export class PhoneRefused extends Error {
  /** True when the link itself is refused; otherwise it may still be open. */
  readonly isFinal: boolean;

  constructor(message: string, key: string) {
    super(message);
    this.isFinal = key.startsWith('talk.link');
  }
}

export interface PhoneApi {
  /** Binds the link to this phone, or checks whether it is still open. @throws PhoneRefused */
  open(): Promise<PhoneLink>;
  /** Fetches the ticket of a talk. @throws PhoneRefused */
  ticket(): Promise<string>;
}

/** Requests of the phone's page, authenticated only by its keys; these are sent in bodies, never in an address. */
export function createPhoneApi(keys: PhoneKeys, language: () => string): PhoneApi {
  async function post<T>(path: string): Promise<T> {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [languageHeader]: language() },
      body: JSON.stringify(keys),
      cache: 'no-store',
      credentials: 'omit',
    }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (answer == null) throw new PhoneRefused('', '');
    if (!isSuccess(answer)) throw new PhoneRefused(answer.message, String(answer.key ?? ''));
    return answer.value as T;
  }
  return {
    open: () => post('/v1/talk_link/open'),
    ticket: async () => (await post<{ ticket: string }>('/v1/talk_link/ticket')).ticket,
  };
}

const KEY = /^[A-Za-z0-9_-]{43}$/;

/** Key of the link in the fragment of the address; null: none. */
export function linkKey(hash: string): string | null {
  const key = hash.replace(/^#/, '');
  return KEY.test(key) ? key : null;
}

/** Key of local storage with this phone's own key. */
const STORED = 'talk.phone';

/** Key of this phone: random, made once, so that the same phone can open its link again. */
export function phoneKey(storage: Pick<Storage, 'getItem' | 'setItem'>): string {
  const held = storage.getItem(STORED);
  if (held !== null && KEY.test(held)) return held;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const key = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  storage.setItem(STORED, key);
  return key;
}
