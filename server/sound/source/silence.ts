import { type OpenSource, programmePace, SILENCE_PACKET } from './source.ts';

/** Silence without an end, for tasks that keep their terminals quiet (audio source 100). */
export const openSilence: OpenSource = () => ({
  pace: programmePace,
  finished: false,
  failure: null,
  prepare: async () => {},
  take: (count) => new Array<Uint8Array>(count).fill(SILENCE_PACKET),
  close() {},
});
