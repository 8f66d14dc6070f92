import { raisePriority } from '../../terminal/headless/priority.ts';
import { createTerminal, type Terminal } from '../../terminal/headless/terminal.ts';
import { serveCalls } from './harness.ts';

/**
 * Headless terminals that decode and play a programme without silence of its own; counts, in each simulated
 * sound card, how long it played silence. `raised`: with the priority of the terminal program.
 */
const [url = '', count = '0', prefix = 'CARD', raised = ''] = process.argv.slice(2);
const SAMPLE_RATE = 48_000;
/** Amplitude of sound: a tenth of the programme's level. */
const LOUD = 0.02;
/** A shorter pause between two loud samples of the programme is no gap, s. */
const GAP_S = 0.01;

interface Card {
  terminal: Terminal;
  /** Time of the first loud sample since `forget`, and end of the last block, µs; null: none. */
  firstUs: number | null;
  /** Samples since the last loud one. */
  quiet: number;
  gaps: number;
  missed: number;
  taken: number;
}

const cards: Card[] = [];
if (raised === 'raised') raisePriority();

/** Adds a block that the card has taken. */
function take(card: Card, samples: Float32Array, atUs: number): void {
  for (let i = 0; i < samples.length; i++) {
    if (Math.abs(samples[i] ?? 0) <= LOUD) {
      card.quiet += 1;
      continue;
    }
    card.firstUs ??= atUs + (i * 1e6) / SAMPLE_RATE;
    if (card.quiet > GAP_S * SAMPLE_RATE && card.taken > 0) {
      card.gaps += 1;
      card.missed += card.quiet;
    }
    card.quiet = 0;
    card.taken += 1;
  }
}

serveCalls({
  connect() {
    for (let i = 0; i < Number(count); i++) {
      const card: Card = {
        terminal: createTerminal({
          server: url,
          code: `${prefix}-${i}`,
          listen: (samples, atUs) => take(card, samples, atUs),
        }),
        firstUs: null,
        quiet: 0,
        gaps: 0,
        missed: 0,
        taken: 0,
      };
      cards.push(card);
    }
  },
  /** Number of welcomed and synchronised terminals. */
  ready: () =>
    cards.filter(({ terminal: { session } }) => session.phase === 'welcomed' && session.clock.synced).length,
  forget() {
    for (const card of cards) {
      card.firstUs = null;
      card.quiet = card.gaps = card.missed = card.taken = 0;
    }
  },
  /** Time of the first sound of each card since `forget`, µs of the machine's monotonic clock. */
  first: () => cards.map(({ firstUs }) => firstUs),
  /** Counters of all cards since `forget`; a gap that has not ended counts too. */
  counted: () => ({
    gaps: cards.reduce((sum, one) => sum + one.gaps, 0),
    /** Silence since the first sound of each card, s. */
    missed_s:
      cards.reduce((sum, { missed, quiet, taken }) => {
        return sum + missed + (taken > 0 && quiet > GAP_S * SAMPLE_RATE ? quiet : 0);
      }, 0) / SAMPLE_RATE,
    /** Cards that ran out of samples because their own program was late. */
    dry: cards.reduce((sum, { terminal }) => sum + terminal.underruns, 0),
    connected: cards.filter(({ terminal }) => terminal.session.phase === 'welcomed').length,
  }),
});
