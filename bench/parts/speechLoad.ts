import { SAMPLE_RATE } from '../../contract/protocol/audio.ts';
import { Microphone } from '../../terminal/headless/audio/microphone.ts';
import { partOf } from '../../terminal/headless/part.ts';
import { createTerminal, type Terminal } from '../../terminal/headless/terminal.ts';
import { TALK } from '../../terminal/protocol/uplinkSender.ts';
import { Recording } from '../../tests/support/recording.ts';
import { serveCalls } from './harness.ts';

/**
 * Call station that beeps in real time, and the terminals that play it; the first ones decode, play and
 * record. Station and recordings share a clock, so mouth to ear is a difference.
 */
const [url = '', count = '0', decoding = '0', prefix = 'SAY'] = process.argv.slice(2);
/** A beep each 400 ms, 40 ms long, after half a second of silence. */
const EVERY_S = 0.4;
const BEEP_S = 0.04;
const FIRST_S = 0.5;
const HZ = 1_000;
const LOUD = 0.02;
/** Latency of a good sound card: two ticks of the terminal's own timer. */
const CARD_LATENCY_US = 40_000;

const terminals: Terminal[] = [];
const recordings: Recording[] = [];
let station: Terminal | null = null;

function beep(seconds: number): number {
  const t = seconds - FIRST_S;
  const phase = t % EVERY_S;
  return t >= 0 && phase < BEEP_S ? 0.5 * Math.sin(2 * Math.PI * HZ * phase) : 0;
}

serveCalls({
  connect() {
    const common = { server: url, cardLatencyUs: CARD_LATENCY_US };
    station = createTerminal({
      ...common,
      code: `${prefix}-STATION`,
      part: partOf({ role: 'caster', channels: 0, input: 'tone' }),
      decode: false,
    });
    for (let i = 0; i < Number(count); i++) {
      const recording = i < Number(decoding) ? new Recording() : null;
      if (recording) recordings.push(recording);
      const listen = recording ? { listen: recording.listen } : {};
      terminals.push(
        createTerminal({ ...common, code: `${prefix}-${i}`, decode: recording !== null, ...listen }),
      );
    }
  },
  state: () => ({
    ready: [...terminals, ...(station ? [station] : [])].filter(
      ({ session }) => session.phase === 'welcomed' && session.clock.synced,
    ).length,
    underruns: terminals.reduce((sum, { underruns }) => sum + underruns, 0),
  }),
  /**
   * Sends beeps; returns mouth to ear of each at each recording, ms (infinite: not heard before the next).
   */
  async talk(beeps: number): Promise<number[]> {
    if (station === null) return [];
    const { sender, clock } = station.session;
    for (const recording of recordings) recording.forget();
    sender.start({ all: true });
    await station.until(() => sender.talk.phase === 'speaking');
    const seconds = FIRST_S + beeps * EVERY_S;
    const microphone = await new Promise<Microphone>((resolve) => {
      const spoken: Microphone = new Microphone({
        sound(out, from) {
          if (from >= seconds) return false;
          for (let i = 0; i < out.length; i++) out[i] = beep(from + i / SAMPLE_RATE);
          return true;
        },
        packet: (packet, at) => sender.push(TALK, clock.toMedia(at), packet),
        ended: () => resolve(spoken),
      });
    });
    sender.stop();
    await station.until(() => sender.talk.phase !== 'speaking');
    const endUs = microphone.startUs + (seconds + EVERY_S) * 1e6;
    await station.until(() => recordings.every((recording) => recording.endUs > endUs));
    return recordings.flatMap((recording) =>
      Array.from({ length: beeps }, (_, i) => {
        const spoken_us = microphone.startUs + (FIRST_S + i * EVERY_S) * 1e6;
        const heardUs = recording.firstSound(spoken_us, LOUD) ?? Number.POSITIVE_INFINITY;
        return heardUs - spoken_us < EVERY_S * 1e6 ? (heardUs - spoken_us) / 1000 : Number.POSITIVE_INFINITY;
      }),
    );
  },
});
