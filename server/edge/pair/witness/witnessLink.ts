import type { WebSocket } from 'ws';
import { dial, textOf } from '../link/dial.ts';
import type { Presence } from '../link/handshake.ts';
import type { PairRecord } from '../link/pairRecord.ts';
import type { Verdict } from './arbiter.ts';
import { type ToWitness, verdict } from './witnessMessages.ts';

const EVERY_MS = 1_000;
/** Time without an answer after which the connection counts as broken, ms. */
const SILENT_MS = 3_000;

export interface WitnessLinkDeps {
  pair(): PairRecord | null;
  presence(): Presence;
  /** Message of this second. */
  message(): ToWitness;
  /** Called with each answer. */
  heard(verdict: Verdict): void;
}

/** Connection of a machine to the witness of its pair, if it has one. */
export interface WitnessLink {
  /** Last answer, if it is not older than some seconds; null: the witness is not connected, or there is none. */
  verdict(): Verdict | null;
  /** Speaks at once. */
  speak(): void;
  close(): void;
}

export function createWitnessLink({ pair, presence, message, heard }: WitnessLinkDeps): WitnessLink {
  let socket: WebSocket | null = null;
  let isDialling = false;
  let isOver = false;
  let last: { verdict: Verdict; at: number } | null = null;
  let spokeAt = 0;

  async function open(): Promise<void> {
    const own = pair();
    const witness = own?.witness ?? null;
    if (own === null || witness === null) return;
    // The handshake compares with the key of the witness.
    const asPair = { ...own, partner: witness };
    for (const url of witness.urls) {
      try {
        const dialled = await dial(url, { pair: asPair, presence: presence(), purpose: 'witness' });
        if (isOver) return dialled.socket.terminate();
        socket = dialled.socket;
        spokeAt = performance.now();
        dialled.socket.on('message', (data) => {
          const read = verdict.safeParse(textOf(data)).data;
          if (read === undefined || isOver) return;
          last = { verdict: read, at: performance.now() };
          heard(read);
        });
        dialled.socket.once('close', () => {
          if (socket === dialled.socket) socket = null;
        });
        return speak();
      } catch {
        // The next address, or the next second.
      }
    }
  }

  function speak(): void {
    if (isOver) return;
    if (socket === null) {
      if (isDialling) return;
      isDialling = true;
      void open().finally(() => {
        isDialling = false;
      });
      return;
    }
    if (performance.now() - Math.max(last?.at ?? 0, spokeAt) > SILENT_MS) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message()));
  }
  const timer = setInterval(speak, EVERY_MS).unref();

  return {
    verdict: () => (last !== null && performance.now() - last.at <= SILENT_MS ? last.verdict : null),
    speak,
    close() {
      isOver = true;
      clearInterval(timer);
      socket?.terminate();
    },
  };
}
