import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { before, type Frame } from '../source/frame.ts';
import type { StreamTap } from '../source/streamTap.ts';

/** Maximum packets waiting for the disk (half a minute); further ones are dropped and counted. */
export const MOST_WAITING = 1_500;
/**
 * Both directions of a call have their own packet grids: a packet goes to the nearest slot, up to half a
 * packet away.
 */
const HALF_US = PACKET_US / 2;

/** Slot of 20 ms: the packet of each channel, if any. */
export interface PacketSlot {
  /** Number of the slot, counted from the first sound. */
  at: number;
  packets: (Uint8Array | undefined)[];
}

interface ChannelBuffer {
  frames: Frame[];
  waiting: number;
  state: 'expected' | 'open' | 'ended';
}

/**
 * Sound being recorded: one channel, or the two of a call, on one grid of 20 ms. Packets are sent ahead of
 * being heard; they are held until their time has passed, so that packets that were flushed in the meantime
 * are not recorded.
 */
export class ChannelAligner {
  /** Number of dropped packets. */
  lost = 0;
  #originUs: number | null = null;
  readonly #lanes: ChannelBuffer[];
  readonly #slots = new Map<number, PacketSlot>();

  constructor(channels: 1 | 2) {
    this.#lanes = Array.from({ length: channels }, () => ({ frames: [], waiting: 0, state: 'expected' }));
  }

  get channels(): 1 | 2 {
    return this.#lanes.length as 1 | 2;
  }

  /** Media time of a slot, µs. */
  timeOf(slot: number): number {
    return (this.#originUs ?? 0) + slot * PACKET_US;
  }

  /**
   * True when no more packets will come: every channel that began has ended, and all packets were taken out.
   */
  get over(): boolean {
    return (
      this.#slots.size === 0 &&
      this.#lanes.every((lane) => lane.state !== 'open' && lane.frames.length === 0) &&
      this.#lanes.some((lane) => lane.state === 'ended')
    );
  }

  /** Returns the tap of a channel. */
  tap(channel: 0 | 1): StreamTap {
    const lane = this.#lanes[channel] as ChannelBuffer;
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

  /** Takes out, in order, the packets whose time has passed. */
  heard(nowUs: number): PacketSlot[] {
    for (const [channel, lane] of this.#lanes.entries()) {
      const due = lane.frames.findIndex((frame) => endOf(frame) > nowUs);
      for (const frame of lane.frames.splice(0, due < 0 ? lane.frames.length : due)) {
        lane.waiting -= frame.packets.length;
        this.#place(channel, frame);
      }
    }
    // A slot that is due for one channel may still be filled by the other.
    const ready = [...this.#slots.values()].filter(
      ({ at }) => this.timeOf(at) + PACKET_US + HALF_US <= nowUs,
    );
    for (const { at } of ready) this.#slots.delete(at);
    return ready.sort((a, b) => a.at - b.at);
  }

  #place(channel: number, { at_us, packets }: Frame): void {
    this.#originUs ??= at_us;
    const first = Math.round((at_us - this.#originUs) / PACKET_US);
    for (const [i, packet] of packets.entries()) {
      const at = first + i;
      const slot = this.#slots.get(at) ?? { at, packets: this.#lanes.map(() => undefined) };
      slot.packets[channel] = packet;
      this.#slots.set(at, slot);
    }
  }
}

const endOf = (frame: Frame) => frame.at_us + frame.packets.length * PACKET_US;
