import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { CardClock } from '../../audio/cardClock.ts';
import type { Playout } from '../../audio/playout.ts';
import { monotonicUs } from '../time.ts';
import type { Listener } from './card.ts';
import { type Player, players } from './players.ts';

/** Lead of the samples passed to the player, µs: its buffer plus a margin. */
const AHEAD_US = 120_000;
/** Delay of restarting a player that has ended, ms. */
const AGAIN_MS = 2_000;
const BLOCK = 960;

interface RealCardOptions {
  playout: Playout;
  /** Media time of a monotonic time; null while the clock is not known. */
  mediaAt(monotonicUs: number): number | null;
  listen?: Listener;
  /** Prints the player in use, and the reason when one does not play. */
  log(text: string): void;
}

/**
 * Sound card of this machine through a player program. The progress output of the player gives the playback time of
 * each sample, so that the terminal follows the actual consumption of the card.
 */
export class RealCard {
  readonly #options: RealCardOptions;
  readonly #clock = new CardClock(SAMPLE_RATE);
  #child: ChildProcessWithoutNullStreams | null = null;
  #choice = 0;
  #startedUs = 0;
  #frames = 0;
  #ended = false;
  #lastLine = '';

  constructor(options: RealCardOptions) {
    this.#options = options;
    this.#start();
  }

  /** Passes the samples until `nowUs` + AHEAD_US to the player; called about every 20 ms. */
  pump(nowUs: number): void {
    const child = this.#child;
    if (!child) return;
    while (this.#heardAt() < nowUs + AHEAD_US) {
      const block = new Float32Array(BLOCK);
      const at = this.#heardAt();
      this.#options.playout.render(block, this.#clock.known ? this.#options.mediaAt(at) : null);
      this.#options.listen?.(block, at);
      this.#frames += BLOCK;
      child.stdin.write(Buffer.from(block.buffer));
    }
  }

  stop(): void {
    this.#ended = true;
    this.#child?.kill();
  }

  /** Monotonic time of the next frame, µs; by the nominal rate until the player reports progress. */
  #heardAt(): number {
    if (this.#clock.known) return this.#clock.heardAt(this.#frames);
    return this.#startedUs + (this.#frames * 1e6) / SAMPLE_RATE;
  }

  #start(): void {
    const player = players[this.#choice % players.length] as Player;
    const child = spawn(player.command, player.args, { stdio: 'pipe' });
    const position = player.positionParser();
    let words = '';
    this.#child = child;
    this.#clock.reset();
    this.#frames = 0;
    this.#startedUs = monotonicUs();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-500);
      const frame = position(text);
      if (frame === null) return;
      if (!this.#clock.known) this.#log(`plays by ${player.command}`);
      this.#clock.observe(frame, monotonicUs());
    });
    child.stdout.resume();
    // A player that ends breaks the pipe; 'close' handles it.
    child.stdin.on('error', () => {});
    child.once('error', (error) => this.#restart(child, player, error.message));
    child.once('close', () => this.#restart(child, player, words.trim()));
  }

  /** Restarts a player that has ended, or starts the next one if it never played. */
  #restart(child: ChildProcessWithoutNullStreams, { command }: Player, reason: string): void {
    if (this.#child !== child || this.#ended) return;
    const played = this.#clock.known;
    this.#child = null;
    if (!played) this.#choice++;
    const all = this.#choice % players.length === 0;
    if (played || all) this.#log(`${command} does not play: ${reason}`);
    setTimeout(() => !this.#ended && this.#start(), played || all ? AGAIN_MS : 0);
  }

  #log(text: string): void {
    if (text !== this.#lastLine) this.#options.log(text);
    this.#lastLine = text;
  }
}
