import { type ChildProcess, spawn } from 'node:child_process';
import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import type { Capture } from '../../audio/capture.ts';
import { monotonicUs } from '../time.ts';
import type { Recorder } from './recorders.ts';

/** Delay of restarting a recorder that has ended, ms. */
const AGAIN_MS = 2_000;
/** Time without samples after which the channels have failed although the program runs; µs. */
const SILENT_US = 3_000_000;
/** Largest accepted rate relative to nominal, and largest lead, s; samples beyond are dropped. */
const FASTEST = 1.02;
const BURST_S = 1;
const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** Feeds the channels of a capturer from a recorder program and keeps one running. */
export class Recording {
  readonly #capture: Capture;
  readonly #recorders: readonly Recorder[];
  readonly #log: (text: string) => void;
  #child: ChildProcess | null = null;
  #timer: NodeJS.Timeout | null = null;
  #choice = 0;
  #rest: Buffer = Buffer.alloc(0);
  #heard = false;
  #heardAtUs = 0;
  #allowance = BURST_S;
  #allowanceAtUs = 0;
  #lastLine = '';
  #ended = false;

  /** `log`: prints the recorder in use, and the reason when one does not record. */
  constructor(capture: Capture, recorders: readonly Recorder[], log: (text: string) => void) {
    this.#capture = capture;
    this.#recorders = recorders;
    this.#log = log;
    this.#fail();
    this.#start();
  }

  /** Called about every 20 ms; detects a recorder without output. */
  pump(nowUs: number): void {
    if (this.#heard && nowUs - this.#heardAtUs > SILENT_US) this.#fail();
  }

  stop(): void {
    this.#ended = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#child?.kill();
  }

  #start(): void {
    const recorder = this.#recorders[this.#choice % this.#recorders.length] as Recorder;
    const child = spawn(recorder.command, recorder.args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let words = '';
    this.#child = child;
    this.#heard = false;
    this.#rest = Buffer.alloc(0);
    this.#allowance = BURST_S;
    this.#allowanceAtUs = monotonicUs();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-500);
    });
    child.stdout.on('data', (bytes: Buffer) => {
      if (!this.#heard) this.#logOnce(`records by ${recorder.command}`);
      this.#heard = true;
      this.#heardAtUs = monotonicUs();
      this.#take(bytes);
    });
    child.once('error', (error) => this.#restart(child, recorder, error.message));
    child.once('close', () => this.#restart(child, recorder, words.trim()));
  }

  /** Takes complete frames, each with a sample of every channel; keeps an incomplete one. */
  #take(bytes: Buffer): void {
    const { inputs } = this.#capture;
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    const frames = Math.floor(all.length / (BYTES * inputs.length));
    this.#rest = all.subarray(frames * BYTES * inputs.length);
    if (frames === 0 || !this.#inTime(frames)) return;
    for (const [i, input] of inputs.entries()) {
      const samples = new Float32Array(frames);
      for (let n = 0; n < frames; n++) {
        const sample = all.readFloatLE((n * inputs.length + i) * BYTES);
        samples[n] = Number.isFinite(sample) ? Math.min(Math.max(sample, -1), 1) : 0;
      }
      input.take(samples);
    }
  }

  /** Number of frames that may be sent now; sound is sent on arrival and must not be faster than real time. */
  #inTime(frames: number): boolean {
    const now = monotonicUs();
    this.#allowance = Math.min(BURST_S, this.#allowance + ((now - this.#allowanceAtUs) / 1e6) * FASTEST);
    this.#allowanceAtUs = now;
    const seconds = frames / SAMPLE_RATE;
    const isInTime = seconds <= this.#allowance;
    if (isInTime) this.#allowance -= seconds;
    else this.#logOnce('records faster than real time: what is too much is left out');
    return isInTime;
  }

  /** Restarts a recorder that has ended, or starts the next one if it never recorded. */
  #restart(child: ChildProcess, { command }: Recorder, reason: string): void {
    if (this.#child !== child || this.#ended) return;
    this.#child = null;
    this.#fail();
    if (!this.#heard) this.#choice++;
    const isLast = this.#choice % this.#recorders.length === 0;
    if (this.#heard || isLast) this.#logOnce(`${command} does not record: ${reason || 'it has ended'}`);
    this.#timer = setTimeout(() => this.#start(), this.#heard || isLast ? AGAIN_MS : 0);
  }

  #fail(): void {
    for (const input of this.#capture.inputs) input.trouble = 'failed';
  }

  #logOnce(text: string): void {
    if (text !== this.#lastLine) this.#log(text);
    this.#lastLine = text;
  }
}
