import { PACKET_US } from '../../contract/audio.ts';
import { before, type Frame } from '../broadcast/frame.ts';
import type { StreamTap } from '../broadcast/streamTap.ts';

/** Packets that wait for the disk at most: half a minute. What comes then is left out, and counted. */
export const MOST_WAITING = 1_500;
/** Two ways of a call lie on grids of their own: a packet belongs to the nearest place, up to half of one away. */
const HALF_US = PACKET_US / 2;

/** One place of 20 ms: the packet of each channel, where there is one. */
export interface Slot {
  /** Number of the place, from the first sound on. */
  at: number;
  packets: (Uint8Array | undefined)[];
}

interface Lane {
  frames: Frame[];
  waiting: number;
  state: 'expected' | 'open' | 'ended';
}

/**
 * What is being recorded: one channel of sound, or the two of a call, as it was sent, on one grid of 20 ms. Holds what was sent
 * ahead until it has been heard, so that nothing is kept that was taken back.
 */
export class Take {
  /** Packets that were left out. */
  lost = 0;
  #origin_us: number | null = null;
  readonly #lanes: Lane[];
  readonly #slots = new Map<number, Slot>();

  constructor(channels: 1 | 2) {
    this.#lanes = Array.from({ length: channels }, () => ({ frames: [], waiting: 0, state: 'expected' }));
  }

  get channels(): 1 | 2 {
    return this.#lanes.length as 1 | 2;
  }

  /** Media time of a place. */
  timeOf(slot: number): number {
    return (this.#origin_us ?? 0) + slot * PACKET_US;
  }

  /** Nothing more will come: every channel that began has ended, and all of it was given out. */
  get over(): boolean {
    return (
      this.#slots.size === 0 &&
      this.#lanes.every((lane) => lane.state !== 'open' && lane.frames.length === 0) &&
      this.#lanes.some((lane) => lane.state === 'ended')
    );
  }

  /** The tap of a channel. */
  tap(channel: 0 | 1): StreamTap {
    const lane = this.#lanes[channel] as Lane;
    lane.state = 'open';
    const cut = (from_us: number) => {
      lane.frames = lane.frames.flatMap((frame) => before(frame, from_us) ?? []);
      lane.waiting = lane.frames.reduce((sum, frame) => sum + frame.packets.length, 0);
    };
    return {
      take: (frame) => {
        const count = frame.packets.length;
        if (lane.waiting + count > MOST_WAITING) {
          this.lost += count;
          return;
        }
        lane.frames.push(frame);
        lane.waiting += count;
      },
      cut,
      end(at_us) {
        cut(at_us);
        lane.state = 'ended';
      },
    };
  }

  /** Takes out what has been heard by now, in order. */
  heard(now_us: number): Slot[] {
    for (const [channel, lane] of this.#lanes.entries()) {
      const due = lane.frames.findIndex((frame) => endOf(frame) > now_us);
      for (const frame of lane.frames.splice(0, due < 0 ? lane.frames.length : due)) {
        lane.waiting -= frame.packets.length;
        this.#place(channel, frame);
      }
    }
    // A place whose time has come for one channel may still be filled by the other.
    const ready = [...this.#slots.values()].filter(
      ({ at }) => this.timeOf(at) + PACKET_US + HALF_US <= now_us,
    );
    for (const { at } of ready) this.#slots.delete(at);
    return ready.sort((a, b) => a.at - b.at);
  }

  #place(channel: number, { at_us, packets }: Frame): void {
    this.#origin_us ??= at_us;
    const first = Math.round((at_us - this.#origin_us) / PACKET_US);
    for (const [i, packet] of packets.entries()) {
      const at = first + i;
      const slot = this.#slots.get(at) ?? { at, packets: this.#lanes.map(() => undefined) };
      slot.packets[channel] = packet;
      this.#slots.set(at, slot);
    }
  }
}

const endOf = (frame: Frame) => frame.at_us + frame.packets.length * PACKET_US;
