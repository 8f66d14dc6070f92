import type { IncomingMessage } from 'node:http';
import { type Language, languages, pageLanguage } from '../../contract/language.ts';

/** Address of the emergency console. */
export const CONSOLE_PATH = '/console';
const COOKIE = 'relay_session';
/** Longest form, characters. */
const MAX_BODY = 4_096;

/** Cookie of a session. @param maxAgeS seconds until the browser forgets it; undefined: when it is closed */
export function cookieOf(token: string, maxAgeS?: number): string {
  const age = maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS}`;
  return `${COOKIE}=${token}; Path=${CONSOLE_PATH}; HttpOnly; Secure; SameSite=Strict${age}`;
}

/** Token of the session of a request; empty: none. */
export function tokenOf({ headers }: IncomingMessage): string {
  const pairs = (headers.cookie ?? '').split(';').map((one) => one.trim().split('='));
  return pairs.find(([name]) => name === COOKIE)?.[1] ?? '';
}

/** Language of a page: the one in its address, else that of the browser. */
export function languageOf({ headers }: IncomingMessage, url: URL): Language {
  const chosen = url.searchParams.get('lang');
  const tags = (headers['accept-language'] ?? '').split(',').map((one) => one.split(';')[0]?.trim() ?? '');
  return pageLanguage((languages as readonly (string | null)[]).includes(chosen) ? chosen : null, tags);
}

/** Body of a form. @throws Error when it is too long */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8');
    if (text.length > MAX_BODY) throw new Error('the form is too long');
  }
  return text;
}
