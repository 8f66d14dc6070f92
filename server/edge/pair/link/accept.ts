import type { WebSocket } from 'ws';
import { textOf } from './dial.ts';
import { type Hello, hello, judgeHello, makeWelcome, type RefusalReason } from './handshake.ts';
import type { PairRecord, Partner } from './pairRecord.ts';

/** Time limit for the first message, ms. */
const LIMIT_MS = 5_000;
const LINGER_MS = 1_000;

export interface AcceptDeps {
  /** Place of this machine; null: it has no pair. */
  pair(): PairRecord | null;
  /** Machine of the pair with a key; null: none has it. */
  known(publicKey: string): Partner | null;
  /** Digits of the one-time token that is valid now; null: there is none. */
  token(): string | null;
  /** Facts that the partner learns after it has proved who it is. */
  about(): { name: string; identity: string; password: string };
  /** Reason why a proved request cannot be served; null: it can. */
  refusal(opening: Hello): RefusalReason | null;
  /** Stores a machine that joins with the token, before it is answered. */
  join(opening: Hello): void;
  /** Called with a connection that is refused. @param opening null: it made no hello that can be read */
  refused?(reason: RefusalReason, opening: Hello | null): void;
  /** Serves a proved connection; the partner speaks next. */
  serve(socket: WebSocket, opening: Hello): void;
}

/** Does the handshake with a machine that has opened a connection. @param binding exported key of its TLS connection */
export function acceptPartner(socket: WebSocket, binding: string | null, deps: AcceptDeps): void {
  const refuse = (reason: RefusalReason, opening: Hello | null = null) => {
    clearTimeout(timer);
    deps.refused?.(reason, opening);
    socket.send(JSON.stringify({ type: 'refused', reason }));
    socket.close();
    setTimeout(() => socket.terminate(), LINGER_MS).unref();
  };
  const timer = setTimeout(() => socket.terminate(), LIMIT_MS);
  socket.on('error', () => socket.terminate());
  socket.once('close', () => clearTimeout(timer));
  socket.once('message', (data) => {
    const read = hello.safeParse(textOf(data));
    const pair = deps.pair();
    if (!read.success) return refuse('version');
    const opening = read.data;
    if (binding === null) return refuse('plain', opening);
    if (pair === null) return refuse('unknown', opening);
    const token = deps.token();
    const reason =
      judgeHello(binding, opening, { partner: deps.known(opening.public_key), token }) ??
      deps.refusal(opening);
    if (reason !== null) return refuse(reason, opening);
    clearTimeout(timer);
    if (opening.joins) deps.join(opening);
    const joined = deps.pair() ?? pair;
    socket.send(JSON.stringify(makeWelcome(binding, opening, { pair: joined, token, ...deps.about() })));
    deps.serve(socket, opening);
  });
}
