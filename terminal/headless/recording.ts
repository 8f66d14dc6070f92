import { type ChildProcess, spawn } from 'node:child_process';
import { SAMPLE_RATE } from '../../contract/audio.ts';
import type { Capture } from '../core/capture.ts';
import type { Recorder } from './recorders.ts';
import { monotonicUs } from './time.ts';

/** Wait before a recorder that has ended is started again, ms. */
const AGAIN_MS = 2_000;
/** Nothing for so long: the channels have failed, though the program still runs; µs. */
const SILENT_US = 3_000_000;
/** What comes faster than a sound card could be off, and this much ahead, is left out; s. */
const FASTEST = 1.02;
const BURST_S = 1;
const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** Gives the channels of a capturer what a recorder program records, and keeps one running. */
export class Recording {
  private readonly capture: Capture;
  private readonly recorders: readonly Recorder[];
  private readonly say: (text: string) => void;
  private child: ChildProcess | null = null;
  private timer: NodeJS.Timeout | null = null;
  private choice = 0;
  private rest: Buffer = Buffer.alloc(0);
  private heard = false;
  private heardAtUs = 0;
  private owed = BURST_S;
  private owedAtUs = 0;
  private said = '';
  private ended = false;

  /** `say`: told which recorder is used, and why one does not record. */
  constructor(capture: Capture, recorders: readonly Recorder[], say: (text: string) => void) {
    this.capture = capture;
    this.recorders = recorders;
    this.say = say;
    this.fail();
    this.start();
  }

  /** Called every 20 ms or so: a recorder that gives nothing is a fault. */
  pump(nowUs: number): void {
    if (this.heard && nowUs - this.heardAtUs > SILENT_US) this.fail();
  }

  stop(): void {
    this.ended = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.child?.kill();
  }

  private start(): void {
    const recorder = this.recorders[this.choice % this.recorders.length] as Recorder;
    const child = spawn(recorder.command, recorder.args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let words = '';
    this.child = child;
    this.heard = false;
    this.rest = Buffer.alloc(0);
    this.owed = BURST_S;
    this.owedAtUs = monotonicUs();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-500);
    });
    child.stdout.on('data', (bytes: Buffer) => {
      if (!this.heard) this.tell(`records by ${recorder.command}`);
      this.heard = true;
      this.heardAtUs = monotonicUs();
      this.take(bytes);
    });
    child.once('error', (error) => this.restart(child, recorder, error.message));
    child.once('close', () => this.restart(child, recorder, words.trim()));
  }

  /** Whole frames, each with a sample of every channel; what is left waits for the rest. */
  private take(bytes: Buffer): void {
    const { inputs } = this.capture;
    const all = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
    const frames = Math.floor(all.length / (BYTES * inputs.length));
    this.rest = all.subarray(frames * BYTES * inputs.length);
    if (frames === 0 || !this.inTime(frames)) return;
    for (const [i, input] of inputs.entries()) {
      const samples = new Float32Array(frames);
      for (let n = 0; n < frames; n++) {
        const sample = all.readFloatLE((n * inputs.length + i) * BYTES);
        samples[n] = Number.isFinite(sample) ? Math.min(Math.max(sample, -1), 1) : 0;
      }
      input.take(samples);
    }
  }

  /** Sound is sent as it comes, so it may not come faster than it is heard. */
  private inTime(frames: number): boolean {
    const now = monotonicUs();
    this.owed = Math.min(BURST_S, this.owed + ((now - this.owedAtUs) / 1e6) * FASTEST);
    this.owedAtUs = now;
    const seconds = frames / SAMPLE_RATE;
    const isInTime = seconds <= this.owed;
    if (isInTime) this.owed -= seconds;
    else this.tell('records faster than real time: what is too much is left out');
    return isInTime;
  }

  /** The recorder has ended: again, or the next one if it never recorded. */
  private restart(child: ChildProcess, { command }: Recorder, why: string): void {
    if (this.child !== child || this.ended) return;
    this.child = null;
    this.fail();
    if (!this.heard) this.choice++;
    const isLast = this.choice % this.recorders.length === 0;
    if (this.heard || isLast) this.tell(`${command} does not record: ${why || 'it has ended'}`);
    this.timer = setTimeout(() => this.start(), this.heard || isLast ? AGAIN_MS : 0);
  }

  private fail(): void {
    for (const input of this.capture.inputs) input.trouble = 'failed';
  }

  private tell(text: string): void {
    if (text !== this.said) this.say(text);
    this.said = text;
  }
}
