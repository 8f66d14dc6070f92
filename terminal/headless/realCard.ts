import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { SAMPLE_RATE } from '../../contract/audio.ts';
import { CardClock } from '../core/card.ts';
import type { Playout } from '../core/playout.ts';
import type { Listener } from './card.ts';
import { type Player, players } from './players.ts';
import { monotonicUs } from './time.ts';

/** How far ahead of being heard samples are handed over, µs: what players hold, and some for the way. */
const AHEAD_US = 120_000;
/** Wait before a player that has ended is started again, ms. */
const AGAIN_MS = 2_000;
const BLOCK = 960;

interface RealCardOptions {
  playout: Playout;
  /** Media time of a monotonic time; null while the clock is not known. */
  mediaAt(monotonicUs: number): number | null;
  listen?: Listener;
  /** Told which player is used, and why one does not play. */
  say(text: string): void;
}

/**
 * This machine's sound card, by way of a player program. What the player tells of its progress says when each
 * sample is heard, so the terminal keeps step with the card's real consumption.
 */
export class RealCard {
  private readonly options: RealCardOptions;
  private readonly clock = new CardClock(SAMPLE_RATE);
  private child: ChildProcessWithoutNullStreams | null = null;
  private choice = 0;
  private startedUs = 0;
  private frames = 0;
  private ended = false;
  private said = '';

  constructor(options: RealCardOptions) {
    this.options = options;
    this.start();
  }

  /** Hands over what is to be heard until `nowUs` + AHEAD_US; call it every 20 ms or so. */
  pump(nowUs: number): void {
    const { child } = this;
    if (!child) return;
    while (this.heardAt() < nowUs + AHEAD_US) {
      const block = new Float32Array(BLOCK);
      const at = this.heardAt();
      this.options.playout.render(block, this.clock.known ? this.options.mediaAt(at) : null);
      this.options.listen?.(block, at);
      this.frames += BLOCK;
      child.stdin.write(Buffer.from(block.buffer));
    }
  }

  stop(): void {
    this.ended = true;
    this.child?.kill();
  }

  /** Monotonic time at which the next frame will be heard, µs; by the nominal rate until the player tells. */
  private heardAt(): number {
    if (this.clock.known) return this.clock.heardAt(this.frames);
    return this.startedUs + (this.frames * 1e6) / SAMPLE_RATE;
  }

  private start(): void {
    const player = players[this.choice % players.length] as Player;
    const child = spawn(player.command, player.args, { stdio: 'pipe' });
    const ear = player.ear();
    let words = '';
    this.child = child;
    this.clock.reset();
    this.frames = 0;
    this.startedUs = monotonicUs();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-500);
      const frame = ear(text);
      if (frame === null) return;
      if (!this.clock.known) this.say(`plays by ${player.command}`);
      this.clock.observe(frame, monotonicUs());
    });
    child.stdout.resume();
    // A player that ends breaks the pipe; 'close' says so.
    child.stdin.on('error', () => {});
    child.once('error', (error) => this.restart(child, player, error.message));
    child.once('close', () => this.restart(child, player, words.trim()));
  }

  /** The player has ended: again, or the next one if it never played. */
  private restart(child: ChildProcessWithoutNullStreams, { command }: Player, why: string): void {
    if (this.child !== child || this.ended) return;
    const played = this.clock.known;
    this.child = null;
    if (!played) this.choice++;
    const all = this.choice % players.length === 0;
    if (played || all) this.say(`${command} does not play: ${why}`);
    setTimeout(() => !this.ended && this.start(), played || all ? AGAIN_MS : 0);
  }

  private say(text: string): void {
    if (text !== this.said) this.options.say(text);
    this.said = text;
  }
}
