import { raisePriority } from '../../terminal/headless/priority.ts';
import { createTerminal, type Terminal } from '../../terminal/headless/terminal.ts';
import { median } from '../../tests/support/median.ts';
import { lagUs, Recording } from '../../tests/support/recording.ts';
import { serveCalls } from './harness.ts';

/**
 * Headless terminals with clock offsets up to ±500 ms and sound card errors up to ±100 ppm. The first ones
 * decode, play and record; the others receive and count. `raised`: with the priority of the terminal program.
 */
const [url = '', count = '0', decoding = '0', prefix = 'HEAR', raised = ''] = process.argv.slice(2);
const MAX_OFFSET_US = 500_000;
const MAX_DRIFT_PPM = 100;
/** Threshold of sound: a tenth of the programme's level. */
const LOUD = 0.02;
/** Length of the compared interval, s, and maximum distance of two recordings, ms. */
const COMPARED_S = 0.25;
const APART_MS = 8;

if (raised === 'raised') raisePriority();

const terminals: Terminal[] = [];
const recordings: Recording[] = [];

/** Evenly spread from −1 to 1, with different neighbours. */
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
  /**
   * Number of welcomed and synchronised terminals; number of underruns of simulated cards, and of late packets of the
   * current streams.
   */
  state: () => ({
    ready: terminals.filter((t) => t.session.phase === 'welcomed' && t.session.clock.synced).length,
    underruns: terminals.reduce((sum, t) => sum + t.underruns, 0),
    late: terminals.reduce((sum, t) => sum + t.sound().late, 0),
  }),
  forget() {
    for (const recording of recordings) recording.forget();
  },
  /** Time of the first sound in each recording since `forget`, µs; null: none yet. */
  first: () => recordings.map((recording) => recording.firstSound(0, LOUD)),
  /** Time up to which all have recorded, µs. */
  recorded: () => Math.min(...recordings.map((recording) => recording.endUs)),
  /** Distance of each terminal's sound at a time from the median, µs. */
  skew(at_us: number) {
    const windows = recordings.map((recording) => recording.window(at_us, COMPARED_S));
    const [reference = new Float32Array()] = windows;
    const lags = windows.map((samples) => lagUs(reference, samples, APART_MS));
    const middle = median(lags);
    return lags.map((lag) => lag - middle);
  },
});
