import { randomBytes } from 'node:crypto';
import { headersOf, type SipRequest, type SipResponse } from './sipMessage.ts';

/** Makes a tag, a branch or a Call-ID that nobody guesses. */
export const newTag = () => randomBytes(8).toString('hex');

/** Branch of the topmost Via of a message; empty: none. */
export const branchOf = (message: SipRequest | SipResponse) =>
  /;\s*branch\s*=\s*([^\s;,]+)/i.exec(headersOf(message, 'via')[0] ?? '')?.[1] ?? '';
/** Tag of a value of From or To; empty: none. */
export const tagOf = (value: string | undefined) =>
  /;\s*tag\s*=\s*([^\s;,>]+)\s*(?:;|$)/i.exec(value ?? '')?.[1] ?? '';
