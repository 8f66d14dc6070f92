import { closeSync, openSync, writeSync } from 'node:fs';
import type { Directory } from '../directory.ts';
import type { Gateway } from '../gateway/terminals.types.ts';

/** Maximum time of a terminal for a text of 5,000 characters, ms. */
const TIMEOUT_MS = 20_000;

/** Feature of terminals that can synthesise speech for the server. */
export const SPEAK_FEATURE = 'speak';

/** Authorized TTS terminals as voices of the server. */
export interface SpeakingTerminals {
  /** Tells if one of them is idle. */
  ready(): boolean;
  /** Synthesises a text by a terminal into a sound file. Rejects when none can, or it fails. */
  speak(
    words: Parameters<Gateway['speak']>[1],
    output: string,
    signal?: AbortSignal,
    listener?: { bytes(piece: Uint8Array): void },
  ): Promise<void>;
}

/**
 * Distributes speech synthesis over authorized TTS terminals: the one with the smallest share of its licences
 * in use, among those that are online and capable.
 */
export function createSpeakers(deps: {
  gateway: Gateway;
  directory: Directory;
  /** Number of texts that a terminal may synthesise at a time; 0: not authorized. */
  licensesOf(terminalId: number): number;
  timeoutMs?: number;
}): SpeakingTerminals {
  const { gateway, directory, licensesOf, timeoutMs = TIMEOUT_MS } = deps;
  const busy = new Map<number, number>();

  function free(): number | undefined {
    let best: { id: number; share: number } | undefined;
    for (const link of gateway.links()) {
      const id = link.terminalId;
      const terminal = directory.byId(id);
      if (terminal?.kind !== 'xtts' || !terminal.seen.features.includes(SPEAK_FEATURE)) continue;
      const share = (busy.get(id) ?? 0) / licensesOf(id);
      if (share < 1 && (best === undefined || share < best.share)) best = { id, share };
    }
    return best?.id;
  }

  return {
    ready: () => free() !== undefined,
    async speak(words, output, signal, listener) {
      const id = free();
      if (id === undefined) throw new Error('no TTS terminal is free');
      busy.set(id, (busy.get(id) ?? 0) + 1);
      // Plain write: input of the transcoder, removed afterwards.
      const file = openSync(output, 'w');
      try {
        const sink = {
          part(bytes: Uint8Array) {
            writeSync(file, bytes);
            // Copied, because the bytes are a view of a message that is gone when they are read.
            listener?.bytes(Uint8Array.from(bytes));
          },
        };
        const outcome = await gateway.speak(id, words, sink, { timeoutMs, signal });
        if (typeof outcome === 'string') throw new Error(`terminal ${id}: ${outcome}`);
        if (!outcome.ok) throw new Error(`terminal ${id}: ${outcome.message ?? 'failed'}`);
      } finally {
        closeSync(file);
        busy.set(id, (busy.get(id) ?? 1) - 1);
      }
    },
  };
}
