/**
 * Cadence of the console's buzzer: two short tones and a pause. `slow` during a delay, `fast` in an alarm.
 */
export type Buzz = 'off' | 'slow' | 'fast';

/**
 * `blocked`: the browser plays no sound before somebody has pressed something on the page, with or without an
 * alarm; `ready`: it would play.
 */
export type BuzzerState = 'ready' | 'on' | 'blocked';

/**
 * Length of one round of the cadence, s: a pulse each second is urgent, one in three seconds is not (after
 * the local sounder of EN 54-2).
 */
const roundS = { slow: 3, fast: 1 } as const;
const TONES_HZ = [880, 660] as const;
const TONE_S = 0.16;
const GAP_S = 0.04;
/** Ramp that prevents a click at the beginning and end of each tone, s. */
const RAMP_S = 0.01;
/** Peak amplitude, loud enough for a control room at the computer's volume; 6 dB below full scale. */
const PEAK = 0.5;
/**
 * Odd harmonics make the tone audible over speech; only a few, so that there is no aliasing at any sample
 * rate.
 */
const HARMONICS = [1, 1 / 3, 1 / 5] as const;

/**
 * Renders one round of a buzz as samples. The sound card plays it in a loop, without a timer that a hidden
 * page would delay.
 */
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

/** Time after which a context that does not run counts as blocked, ms; an allowed one runs much sooner. */
const PROBE_MS = 1000;

/**
 * Creates a buzzer that sounds until it is set to `off`. It opens its context at once, to know before an
 * alarm whether it could be heard, and suspends it while silent. `onState` gets every change.
 */
export function createBuzzer(open: () => AudioContext, onState: (state: BuzzerState) => void) {
  const context = open();
  let buzz: Buzz = 'off';
  let playing: { source: AudioBufferSourceNode; gain: GainNode } | undefined;
  /** The browser has let the context run once, and will again. */
  let isAllowed = false;
  let isProbed = false;

  function updateState(): void {
    if (context.state === 'running') isAllowed = true;
    if (buzz === 'off' && context.state === 'running') void context.suspend();
    if (buzz !== 'off') onState(context.state === 'running' ? 'on' : 'blocked');
    else onState(isAllowed || !isProbed ? 'ready' : 'blocked');
  }
  context.onstatechange = updateState;
  const probe = setTimeout(() => {
    isProbed = true;
    updateState();
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
        // The sound fades out first.
        setTimeout(updateState, 4 * RAMP_S * 1000);
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
      updateState();
    },
    /** Handles a press on the page: a browser that blocked sound allows it now. */
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
