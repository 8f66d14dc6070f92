import { authorization, bestChallenge, type Challenge, type Credentials } from '../sip/digest.ts';

/**
 * Login at another machine by HTTP or RTSP: Digest (MD5 or SHA-256), or Basic over an encrypted connection only, as it
 * contains the password.
 */
export class ClientLogin {
  readonly #credentials: Credentials | null;
  readonly #isEncrypted: boolean;
  #challenge: Challenge | 'basic' | null = null;
  #count = 0;

  /** @param credentials null: it has no account there */
  constructor(credentials: Credentials | null, isEncrypted: boolean) {
    this.#credentials = credentials;
    this.#isEncrypted = isEncrypted;
  }

  /** Takes the challenges of a refusal. Returns false when they cannot be answered, or were answered already. */
  challenged(values: readonly string[]): boolean {
    if (this.#credentials === null) return false;
    const digest = bestChallenge(values);
    const isBasic = this.#isEncrypted && values.some((value) => /^\s*Basic\b/i.test(value));
    const next = digest ?? (isBasic ? 'basic' : null);
    const before = this.#challenge;
    const isStale = values.some((value) => /\bstale\s*=\s*"?true/i.test(value));
    if (next === null || (before !== null && !isStale)) return false;
    this.#challenge = next;
    this.#count = 0;
    return true;
  }

  /** Value of Authorization of a request; null: none is needed yet. */
  authorization(method: string, uri: string): string | null {
    const [challenge, credentials] = [this.#challenge, this.#credentials];
    if (challenge === null || credentials === null) return null;
    const { user, password } = credentials;
    if (challenge === 'basic') return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    this.#count++;
    return authorization(challenge, credentials, { method, uri }, undefined, this.#count);
  }
}
