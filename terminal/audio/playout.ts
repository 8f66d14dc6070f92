import { SAMPLE_RATE } from '../../contract/protocol/audio.ts';
import { DriftController } from '../protocol/driftController.ts';
import { FadeOut, readerOf } from './fadeOut.ts';
import { approach, FADE, sampleOf } from './jitterBuffer.ts';
import { Limiter } from './limiter.ts';
import { Meter } from './meter.ts';
import { Mixer } from './mixer.ts';
import { type OwnSound, OwnSounds } from './ownSounds.ts';
import type { Mix, SoundStatus } from './speaker.ts';

/**
 * Skew above which playback jumps (in a 5 ms fade) instead of changing its rate, which takes 4 s to bring 10 ms below
 * 2.5 ms. Beyond it two loudspeakers in one room would be heard as an echo for too long.
 */
const JUMP_S = 0.01;
/** Skew above which playback is corrected at once during silence. */
const NUDGE_S = 100e-6;
/** Time constant of the reported skew, s. */
const SKEW_S = 0.5;

/**
 * Plays streams on the media timeline through a sound card of nominal `rate`: follows the media clock by
 * continuous resampling and measures its output. `render` is called for every block that the card takes.
 */
export class Playout {
  /** Number of underruns of the card. */
  underruns = 0;
  readonly #rate: number;
  #mixer = new Mixer();
  readonly #follower = new DriftController();
  readonly #meter: Meter;
  readonly #limiter: Limiter;
  readonly #own: OwnSounds;
  #reader = readerOf(this.#mixer);
  /** Sound of the previous clock that is still playing. */
  #carriedOver: FadeOut | null = null;
  /** Next source sample, with its fraction; null while the media clock is not known. */
  #position: number | null = null;
  /** True when the clock from which the position was computed is lost. */
  #isClockLost = false;
  #gate = 0;
  #ratio = 1;
  #skewS = 0;
  #silentS = Number.POSITIVE_INFINITY;
  /** Break of the card that no report contains yet, s. */
  #brokenS = 0;

  constructor(rate: number = SAMPLE_RATE) {
    this.#rate = rate;
    this.#meter = new Meter(rate);
    this.#limiter = new Limiter(rate);
    this.#own = new OwnSounds(rate);
  }

  /** Opens a stream whose first packet is for `fromUs`; a running stream of that number continues. */
  open(stream: number, fromUs: number, gain: number, mix?: Mix): void {
    this.#mixer.open(stream, fromUs, gain, mix);
  }

  setGain(stream: number, gain: number): void {
    this.#mixer.get(stream)?.setGain(gain);
  }

  /** Adds decoded samples for media time `atUs`; ignored when the stream is not open. */
  push(stream: number, atUs: number, pcm: Float32Array): void {
    this.#mixer.push(stream, atUs, pcm, this.#head);
  }

  /** Discards samples from `fromUs` on; more may follow. */
  flush(stream: number, fromUs: number): void {
    this.#mixer.get(stream)?.flush(sampleOf(fromUs), this.#head);
  }

  /** Ends the stream at `atUs`. @param mayReopen keeps its later samples */
  close(stream: number, atUs: number, mayReopen = false): void {
    this.#mixer.close(stream, atUs, this.#head, mayReopen);
  }

  /**
   * Ends all streams now with a fade, because their clock is lost. `carry`: continues the current sound until a
   * stream of the next clock plays, for half a second at most.
   */
  reset(carry = false): void {
    const position = this.#position;
    this.#carriedOver?.end();
    if (carry && position !== null && !this.#isClockLost && this.#mixer.sounding) {
      const step = (this.#ratio * SAMPLE_RATE) / this.#rate;
      const fade = { position, step, rate: this.#rate, loudness: this.#gate };
      this.#carriedOver = new FadeOut(this.#reader, fade);
      this.#mixer = new Mixer();
      this.#reader = readerOf(this.#mixer);
      this.#position = null;
      this.#gate = 0;
      return;
    }
    this.#isClockLost = true;
    this.#mixer.reset(this.#reader.head);
  }

  /** Plays a local sound of the terminal over the streams; null ends it. */
  tone(sound: OwnSound | null = 'test'): void {
    if (sound === null) this.#own.stop();
    else this.#own.start(sound);
  }

  /** The earliest sample that can still be changed; null while the clock is not known. */
  get #head(): number | null {
    return this.#position === null || this.#isClockLost ? null : this.#reader.head;
  }

  /**
   * Fills `out` with the samples that the card plays from media time `mediaUs` on; null while the clock is not
   * known (the current sound is then faded out).
   */
  render(out: Float32Array, mediaUs: number | null): void {
    const seconds = out.length / this.#rate;
    const open = this.#correctPosition(mediaUs, seconds);
    if (this.#position === null) {
      out.fill(0);
    } else {
      const step = (this.#ratio * SAMPLE_RATE) / this.#rate;
      this.#reader.read(out, this.#position, step);
      this.#position += out.length * step;
      this.#applyGate(out, open);
    }
    this.#carriedOver?.addTo(out, this.#mixer.sounding ? out.findIndex((x) => x !== 0) : -1);
    if (this.#carriedOver?.over) this.#carriedOver = null;
    this.#limiter.run(out);
    this.#meter.add(out);
    this.#silentS = this.#mixer.sounding ? 0 : this.#silentS + seconds;
    this.#mixer.settle(this.#reader.head, this.#skewS * 1e6);
    this.#own.addTo(out);
  }

  /** Notes an underrun: the card played `frames` of silence. */
  skip(frames: number): void {
    this.underruns++;
    this.#gate = 0;
    if (this.#position !== null) this.#seek(this.#position + (frames * SAMPLE_RATE) / this.#rate);
  }

  /** Notes that the card took no samples for `us` µs; the media time of the next block already includes this break. */
  broke(us: number): void {
    this.#brokenS += us / 1e6;
  }

  /** Output level, dBFS (Meter). */
  get level(): { rmsDb: number; peakDb: number } {
    return this.#meter.now;
  }

  /** Status of a stream for reports (all zero for an unknown one). */
  status(stream: number): SoundStatus {
    const track = this.#mixer.get(stream);
    const known = this.#position !== null;
    return {
      sounding: track?.sounding ?? false,
      level_db: this.#silentS < 1 ? this.#meter.rmsDb : null,
      peak_db: this.#silentS < 1 ? this.#meter.peakDb : null,
      received: track?.counter.received ?? 0,
      lost: track?.counter.lost ?? 0,
      late: track?.counter.late ?? 0,
      gaps: track?.counter.gaps ?? null,
      missed_ms: track?.counter.missedMs ?? null,
      buffer_ms: track && known ? (track.waiting(this.#reader.head) * 1e3) / SAMPLE_RATE : 0,
      skew_us: known ? Math.round(this.#skewS * 1e6) : null,
      drift_ppm: known ? this.#follower.driftPpm : null,
      first_sound_us: track?.firstHeardUs ?? null,
    };
  }

  /** Sets position and ratio for the next block; returns the state of the gate: open (1) or shut (0). */
  #correctPosition(mediaUs: number | null, seconds: number): 0 | 1 {
    if (mediaUs === null || this.#isClockLost) {
      if (this.#gate > 0) return 0;
      this.#position = null;
      this.#isClockLost = false;
    }
    if (mediaUs === null) return 0;
    const target = (mediaUs * SAMPLE_RATE) / 1e6;
    if (this.#position === null) this.#seek(target);
    let late = (target - (this.#position ?? target)) / SAMPLE_RATE;
    const silent = this.#silentS > 0 || this.#gate === 0;
    const brokenS = this.#brokenS;
    this.#brokenS = 0;
    // `#seek` counts the samples that it skips.
    if (!silent && Math.abs(late) > JUMP_S) return 0;
    const broken = Math.round(brokenS * SAMPLE_RATE);
    if (broken > 0) this.#mixer.passedOver(this.#reader.head - broken, this.#reader.head);
    if (silent && Math.abs(late) > NUDGE_S) {
      this.#seek(target);
      late = 0;
    }
    this.#skewS += (late - this.#skewS) * Math.min(1, seconds / SKEW_S);
    this.#ratio = this.#follower.ratio(late, seconds);
    return 1;
  }

  #seek(position: number): void {
    const from = this.#position === null ? null : this.#reader.head;
    this.#position = position;
    this.#reader.seek(position);
    if (from !== null) this.#mixer.passedOver(from, this.#reader.head);
  }

  /** Opens or shuts the gate with a fade. */
  #applyGate(out: Float32Array, open: 0 | 1): void {
    if (this.#gate === 1 && open === 1) return;
    for (let i = 0; i < out.length; i++) {
      this.#gate = approach(this.#gate, open, 1 / FADE);
      out[i] = (out[i] as number) * this.#gate;
    }
  }
}
