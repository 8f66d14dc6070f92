import { MAX_HELD_STREAMS, PROTOCOL_VERSION } from '../../contract/protocol/frames.ts';
import type { Hello } from '../../contract/protocol/terminal.ts';
import type { SessionDeps } from './sessionDeps.ts';
import type { SessionView } from './sessionView.ts';

/** Composes the first message of a connection. @param isPaired the server has answered the pairing code */
export function helloMessage(
  session: SessionView,
  deps: Pick<SessionDeps, 'identity' | 'proof' | 'speaker'>,
  secret: string | undefined,
  isPaired: boolean,
): object {
  // With a secret no password is needed, and verifying it is cheap for the server.
  const { password, pairing, ...identity } = deps.identity();
  // A pairing code is valid once: sent again after its answer it would be refused.
  const typed = { password, ...(isPaired ? {} : { pairing }) };
  const proof = password === undefined ? undefined : deps.proof?.get();
  const proven = secret === undefined ? { ...typed, proof } : { secret };
  const ahead_ms = deps.speaker.aheadMs;
  // Undefined fields are left out of the JSON.
  return {
    type: 'hello',
    protocol: PROTOCOL_VERSION,
    ...identity,
    ...proven,
    ahead_ms,
    held: heldOf(session),
  };
}

/** Sound of the lost connection that the server is to continue. */
function heldOf({ clock, epoch, mediaUs, link, streams }: SessionView): Hello['held'] {
  if (epoch === null || mediaUs === null) return undefined;
  const held = streams.held(mediaUs).slice(-MAX_HELD_STREAMS);
  if (held.length === 0) return undefined;
  return { epoch, received_us: Math.round(clock.toMedia(link.receivedAt)), streams: held };
}
