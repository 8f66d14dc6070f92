import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import {
  RELAY_PROTOCOL,
  type RelayAnswer,
  type RelayHello,
  type RelayRefusal,
  relayHello,
} from '../../../contract/protocol/relayLink.ts';
import { isProvenRelay, makeRelayWelcome, provenToken, proveWithdrawal } from './handshake.ts';
import type { RelayRecord } from './relay.repository.ts';
import type { IssuedToken } from './tokens.ts';

/** Time limit for the first message, and time until a refused connection is destroyed, ms. */
const LIMIT_MS = 5_000;
const LINGER_MS = 1_000;

export interface AdmitDeps {
  /** Relay with a key, a withdrawn one too. */
  byKey(publicKey: string): RelayRecord | undefined;
  tokens(): readonly IssuedToken[];
  /** Stores a relay that joins. */
  join(token: IssuedToken, opening: RelayHello): Promise<RelayRecord>;
  about(): { privateKey: string; epoch: string; https_only: boolean };
  /** Called for each refusal. @param publicKey as it was stated, not proved; null: none */
  refused(reason: RelayRefusal, publicKey: string | null): void;
  /** Called with an error of this side, for which the relay is refused as busy. */
  failed(err: unknown): void;
  /** Serves a proved relay; it has been welcomed. */
  serve(relay: RelayRecord, opening: RelayHello): void;
}

const anyHello = z.object({ protocol: z.unknown(), public_key: z.string().max(200) });

/** Does the handshake with a relay that has opened a connection. @param binding exported key of its TLS connection */
export function admitRelay(socket: WebSocket, binding: string | null, deps: AdmitDeps): void {
  const timer = setTimeout(() => socket.terminate(), LIMIT_MS);
  socket.on('error', () => socket.terminate());
  socket.once('close', () => clearTimeout(timer));
  const answer = (message: RelayAnswer) => socket.send(JSON.stringify(message), () => {});
  const refuse = (reason: RelayRefusal, publicKey: string | null, proof?: string) => {
    deps.refused(reason, publicKey);
    answer({ type: 'refused', reason, ...(proof !== undefined && { proof }) });
    socket.close();
    setTimeout(() => socket.terminate(), LINGER_MS).unref();
  };
  socket.once('message', async (data: RawData) => {
    clearTimeout(timer);
    const sent = parsed(data);
    const stated = anyHello.safeParse(sent).data ?? null;
    const key = stated?.public_key ?? null;
    const opening = relayHello.safeParse(sent).data;
    if (opening === undefined || opening.protocol !== RELAY_PROTOCOL) return refuse('version', key);
    if (binding === null) return refuse('plain', key);
    const token = opening.joins ? provenToken(binding, opening, deps.tokens()) : null;
    if (token === undefined) return refuse('token', key);
    try {
      const known = deps.byKey(opening.public_key);
      const isOwn = known !== undefined && known.withdrawn_at === null && isProvenRelay(binding, opening);
      if (token === null && !isOwn) {
        // A key that is not known may be that of a relay that has joined after this backup was made.
        const isWithdrawn = known != null && known.withdrawn_at !== null;
        const proof = isWithdrawn ? proveWithdrawal(binding, opening, deps.about().privateKey) : undefined;
        return refuse('withdrawn', key, proof);
      }
      const relay = token === null ? known : await deps.join(token, opening);
      if (relay === undefined || socket.readyState !== socket.OPEN) return socket.terminate();
      const stating = { ...deps.about(), name: relay.name, token: token?.digits ?? null };
      answer(makeRelayWelcome(binding, opening, stating));
      deps.serve(relay, opening);
    } catch (err) {
      deps.failed(err);
      refuse('busy', key);
    }
  });
}

function parsed(data: RawData): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
