/** The console's own sound: two short tones, and a pause. `slow` while a delay runs, `fast` in an alarm. */
export type Buzz = 'off' | 'slow' | 'fast';

/** `blocked`: the browser lets nothing sound before somebody has pressed something on the page. */
export type BuzzerState = 'off' | 'on' | 'blocked';

const everyMs = { slow: 3000, fast: 1000 } as const;
const TONES_HZ = [880, 660] as const;
const TONE_S = 0.16;
/** Loud enough for a control room at the volume of its computer; the peaks stay 6 dB below full scale. */
const GAIN = 0.5;

/** Buzzes until it is told `off`. `onState` hears of every change. */
export function createBuzzer(open: () => AudioContext, onState: (state: BuzzerState) => void) {
  let context: AudioContext | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let buzz: Buzz = 'off';

  const tell = () => onState(buzz === 'off' ? 'off' : context?.state === 'running' ? 'on' : 'blocked');

  function beep(): void {
    if (context === undefined || context.state !== 'running') return;
    TONES_HZ.forEach((hz, i) => {
      const at = (context as AudioContext).currentTime + 0.02 + i * (TONE_S + 0.04);
      const tone = new OscillatorNode(context as AudioContext, { type: 'square', frequency: hz });
      const gain = new GainNode(context as AudioContext, { gain: 0 });
      // Without a ramp each tone begins and ends with a click.
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(GAIN, at + 0.01);
      gain.gain.setValueAtTime(GAIN, at + TONE_S - 0.01);
      gain.gain.linearRampToValueAtTime(0, at + TONE_S);
      tone.connect(gain).connect((context as AudioContext).destination);
      tone.start(at);
      tone.stop(at + TONE_S);
    });
  }

  return {
    set(next: Buzz): void {
      if (next === buzz) return;
      buzz = next;
      clearInterval(timer);
      timer = undefined;
      if (next !== 'off') {
        if (context === undefined) {
          context = open();
          context.onstatechange = () => {
            tell();
            beep();
          };
        }
        void context.resume().catch(() => {});
        beep();
        timer = setInterval(beep, everyMs[next]);
      }
      tell();
    },
    /** Somebody has pressed something: a browser that blocked sound may let it through now. */
    touched(): void {
      if (buzz !== 'off' && context?.state === 'suspended') void context.resume().catch(() => {});
    },
    close(): void {
      clearInterval(timer);
      buzz = 'off';
      void context?.close().catch(() => {});
      context = undefined;
    },
  };
}
