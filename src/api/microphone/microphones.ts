import { levelOf } from './levels.ts';
import { type MicrophoneTrouble, microphoneTrouble, requestMicrophone, troubleOf } from './request.ts';

/** A microphone of this computer. Without permission to use one, the browser gives no names. */
export interface Microphone {
  id: string;
  label: string;
}

/** Messages of a level test. `level` and `peak` in dBFS. */
export type LevelEvent =
  | { type: 'open'; label: string }
  | { type: 'level'; level: number; peak: number }
  | { type: 'trouble'; trouble: MicrophoneTrouble };

/** Interval between two levels, ms, and the number of samples that a level is computed from. */
const EVERY_MS = 100;
const SAMPLES = 8192;

/** Lists microphones and measures their level; no sound leaves the browser. */
export interface Microphones {
  list(): Promise<Microphone[]>;
  /** Calls back when a microphone was plugged in or removed, until the returned function is called. */
  onChange(changed: () => void): () => void;
  /**
   * Opens a microphone and reports its level until the returned function is called. `id` null: the browser's
   * choice.
   */
  test(id: string | null, news: (news: LevelEvent) => void): () => void;
}

export const microphones: Microphones = {
  async list() {
    const all = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
    return all
      .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, label }));
  },
  onChange(changed) {
    navigator.mediaDevices?.addEventListener('devicechange', changed);
    return () => navigator.mediaDevices?.removeEventListener('devicechange', changed);
  },
  test(id, news) {
    let closed = false;
    let timer: ReturnType<typeof setInterval> | undefined;
    const ends: (() => void)[] = [];
    const whenOpen = (end: () => void) => (closed ? end() : void ends.push(end));
    async function open(): Promise<void> {
      const stream = await requestMicrophone(id);
      whenOpen(() => {
        for (const track of stream.getTracks()) track.stop();
      });
      if (closed) return;
      const [track] = stream.getAudioTracks();
      track?.addEventListener('ended', () => !closed && news({ type: 'trouble', trouble: 'missing' }));
      const context = new AudioContext();
      whenOpen(() => void context.close());
      const analyser = context.createAnalyser();
      analyser.fftSize = SAMPLES;
      context.createMediaStreamSource(stream).connect(analyser);
      await context.resume();
      if (closed) return;
      news({ type: 'open', label: track?.label ?? '' });
      const samples = new Float32Array(SAMPLES);
      timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples);
        news({ type: 'level', ...levelOf(samples) });
      }, EVERY_MS);
      whenOpen(() => clearInterval(timer));
    }
    const trouble = microphoneTrouble();
    if (trouble !== null) queueMicrotask(() => !closed && news({ type: 'trouble', trouble }));
    else
      open().catch((error: unknown) => {
        if (!closed) news({ type: 'trouble', trouble: troubleOf(error) });
      });
    return () => {
      closed = true;
      for (const end of ends.splice(0)) end();
    };
  },
};
