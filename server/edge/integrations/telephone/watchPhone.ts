import type { IncomingCall } from '../../../platform/sip/incomingCall.ts';

/** Interval at which a phone is asked whether it is still there, ms. */
const ASKED_MS = 30_000;

/**
 * Asks a phone that may be silent, again and again, whether it is still there: one that lost its power does not say so.
 * Returns the function that ends it.
 *
 * @param gone called once, when it no longer knows the call
 */
export function watchPhone(call: Pick<IncomingCall, 'isThere'>, gone: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const later = () => {
    timer = setTimeout(() => void ask(), ASKED_MS);
  };
  async function ask(): Promise<void> {
    const isThere = await call.isThere();
    if (isEnded) return;
    if (isThere) later();
    else gone();
  }
  later();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
