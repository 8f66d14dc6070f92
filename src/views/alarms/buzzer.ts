/** The console's own sound: two short tones, and a pause. `slow` while a delay runs, `fast` in an alarm. */
export type Buzz = 'off' | 'slow' | 'fast';

/**
 * `blocked`: the browser lets nothing sound before somebody has pressed something on the page, whether an alarm is
 * there or not; `ready`: it would sound.
 */
export type BuzzerState = 'ready' | 'on' | 'blocked';

/** One round of the cadence, s: a pulse each second is urgent, one in three seconds is not (after EN 54-2's local sounder). */
const roundS = { slow: 3, fast: 1 } as const;
const TONES_HZ = [880, 660] as const;
const TONE_S = 0.16;
const GAP_S = 0.04;
/** Without a ramp each tone begins and ends with a click, s. */
const RAMP_S = 0.01;
/** Loud enough for a control room at the volume of its computer; the peaks stay 6 dB below full scale. */
const PEAK = 0.5;
/** Odd harmonics make it carry over speech; few of them, so that nothing folds back at any sample rate. */
const HARMONICS = [1, 1 / 3, 1 / 5] as const;

/** One round of a buzz as samples. It is played in a loop by the sound card: no timer that a hidden page would delay. */
export function buzzRound(buzz: Exclude<Buzz, 'off'>, rate: number): Float32Array<ArrayBuffer> {
  const round = new Float32Array(Math.round(roundS[buzz] * rate));
  for (const [i, hz] of TONES_HZ.entries()) {
    const from = Math.round(i * (TONE_S + GAP_S) * rate);
    const count = Math.round(TONE_S * rate);
    for (let n = 0; n < count; n++) {
      const ramp = Math.min(1, n / (RAMP_S * rate), (count - n) / (RAMP_S * rate));
      const angle = (2 * Math.PI * hz * n) / rate;
      const wave = HARMONICS.reduce((sum, part, k) => sum + part * Math.sin((2 * k + 1) * angle), 0);
      round[from + n] = ramp * wave;
    }
  }
  const peak = round.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return round.map((sample) => (sample * PEAK) / peak);
}

/** A browser that allows sound has its context running long before, ms. */
const PROBE_MS = 1000;

/**
 * Buzzes until it is told `off`. Opens its context at once, to know before an alarm whether it could be heard, and lets
 * it rest while there is nothing to say. `onState` hears of every change.
 */
export function createBuzzer(open: () => AudioContext, onState: (state: BuzzerState) => void) {
  const context = open();
  let buzz: Buzz = 'off';
  let playing: { source: AudioBufferSourceNode; gain: GainNode } | undefined;
  /** The browser has let it run once, and will again. */
  let isAllowed = false;
  let isProbed = false;

  function tell(): void {
    if (context.state === 'running') isAllowed = true;
    if (buzz === 'off' && context.state === 'running') void context.suspend();
    if (buzz !== 'off') onState(context.state === 'running' ? 'on' : 'blocked');
    else onState(isAllowed || !isProbed ? 'ready' : 'blocked');
  }
  context.onstatechange = tell;
  const probe = setTimeout(() => {
    isProbed = true;
    tell();
  }, PROBE_MS);
  const resume = () => void context.resume().catch(() => {});
  resume();

  function silence(): void {
    if (playing === undefined) return;
    const { source, gain } = playing;
    playing = undefined;
    gain.gain.setTargetAtTime(0, context.currentTime, RAMP_S / 3);
    source.stop(context.currentTime + 2 * RAMP_S);
  }

  return {
    set(next: Buzz): void {
      if (next === buzz) return;
      buzz = next;
      silence();
      if (next === 'off') {
        // The sound dies away first.
        setTimeout(tell, 4 * RAMP_S * 1000);
        return;
      }
      const samples = buzzRound(next, context.sampleRate);
      const buffer = new AudioBuffer({ length: samples.length, sampleRate: context.sampleRate });
      buffer.copyToChannel(samples, 0);
      const source = new AudioBufferSourceNode(context, { buffer, loop: true });
      const gain = new GainNode(context);
      source.connect(gain).connect(context.destination);
      source.start();
      playing = { source, gain };
      resume();
      tell();
    },
    /** Somebody has pressed something: a browser that blocked sound lets it through now. */
    touched(): void {
      if (context.state !== 'running' && (buzz !== 'off' || !isAllowed)) resume();
    },
    close(): void {
      clearTimeout(probe);
      context.onstatechange = null;
      silence();
      void context.close().catch(() => {});
    },
  };
}
