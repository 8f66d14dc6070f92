import { createTerminal, type Terminal } from '../../terminal/headless/terminal.ts';
import { lagUs, Recording } from '../support/recording.ts';
import { median, serveCalls } from './harness.ts';

/**
 * Headless terminals whose clocks are off by up to ±500 ms and whose sound cards run up to ±100 ppm wrong. The
 * first ones decode, play and record; the others receive and count.
 */
const [url = '', count = '0', decoding = '0', prefix = 'HEAR'] = process.argv.slice(2);
const MAX_OFFSET_US = 500_000;
const MAX_DRIFT_PPM = 100;
/** What counts as sound: a tenth of the programme's level. */
const LOUD = 0.02;
/** Length of the stretch that is compared, s, and how far two recordings may be apart, ms. */
const COMPARED_S = 0.25;
const APART_MS = 8;

const terminals: Terminal[] = [];
const recordings: Recording[] = [];

/** Evenly from −1 to 1, in an order in which neighbours differ. */
const spread = (i: number, n: number) => (((i * 7) % n) / Math.max(n - 1, 1)) * 2 - 1;

serveCalls({
  connect() {
    const [n, k] = [Number(count), Number(decoding)];
    for (let i = 0; i < n; i++) {
      const heard = i < k ? new Recording() : null;
      if (heard) recordings.push(heard);
      terminals.push(
        createTerminal({
          server: url,
          code: `${prefix}-${i}`,
          decode: heard !== null,
          offsetUs: MAX_OFFSET_US * spread(i, n),
          driftPpm: MAX_DRIFT_PPM * spread(i + 3, Math.min(n, k || n)),
          ...(heard ? { listen: heard.listen } : {}),
        }),
      );
    }
  },
  /** How many are welcomed and know the time; how often a simulated card ran dry. */
  state: () => ({
    ready: terminals.filter((t) => t.session.phase === 'welcomed' && t.session.clock.synced).length,
    underruns: terminals.reduce((sum, t) => sum + t.underruns, 0),
  }),
  forget() {
    for (const recording of recordings) recording.forget();
  },
  /** Times of the first sound that each has recorded since `forget`, µs; null: none yet. */
  first: () => recordings.map((recording) => recording.firstSound(0, LOUD)),
  /** The least time up to which all have recorded, µs. */
  recorded: () => Math.min(...recordings.map((recording) => recording.end_us)),
  /** How far what each plays at a time lies from the middle of all, µs. */
  skew(at_us: number) {
    const windows = recordings.map((recording) => recording.window(at_us, COMPARED_S));
    const [reference = new Float32Array()] = windows;
    const lags = windows.map((samples) => lagUs(reference, samples, APART_MS));
    const middle = median(lags);
    return lags.map((lag) => lag - middle);
  },
});
