import {
  addressesOf,
  defaultTransport,
  type RtpMulticast,
  streamKey,
} from '../../../contract/entities/terminals/foreign.ts';
import { numbersOf } from '../../../contract/entities/terminals/multicast/priorityMap.ts';
import { compareRank, type Rank } from '../../../contract/protocol/arbitration.ts';
import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { ForeignLink } from '../../../server/site/foreign/foreignLink.ts';
import { MulticastGroup } from '../../../server/site/foreign/multicastGroup.ts';
import type { ToSender } from '../../../server/site/foreign/sender.types.ts';
import { GroupQueue } from '../../../server/site/foreign/worker/groupQueue.ts';
import { VendorDevice, type VendorRule } from './vendorDevice.ts';

/** Address by which the telephone system of the site pages the same devices. */
export const PHONE_PAGE = '239.255.21.99:5098';
/** Stream of a page of the telephone system. */
export const PHONE_STREAM = 9_999;
/** Loudspeakers of the group. */
export const LOUDSPEAKERS = 3;

interface Broadcast {
  rank: Rank;
  targets: readonly number[];
}

export interface SiteSetting {
  rule: VendorRule;
  /** Steps of the levels of the priority map. */
  steps: readonly number[];
  /** Place of the page of the telephone system: between this level and the next. */
  phoneAfter: number;
  limit: number;
  holdUs: number;
}

/** Group with a priority map, its devices, and what is sent to them. Time passes in steps of a packet. */
export class VendorSite {
  readonly transport: RtpMulticast;
  readonly numbers: ReadonlyMap<string, number>;
  readonly broadcasts = new Map<number, Broadcast>();
  readonly #devices: VendorDevice[];
  readonly #group: MulticastGroup;
  readonly #queue = new GroupQueue();
  readonly #links: ForeignLink[];
  /** Stream that is open at each loudspeaker. */
  readonly #open = new Map<number, number>();
  isPaged = false;
  nowUs = 1_000_000;

  constructor({ rule, steps, phoneAfter, limit, holdUs }: SiteSetting) {
    // The page of the telephone system has a number of its own between those of this system.
    const all = numbersOf(rule.scale, steps.length + 1);
    const [phone = 0] = all.splice(phoneAfter + 1, 1);
    const [number = 0, ...others] = all;
    this.transport = {
      ...{ ...defaultTransport, group: '239.255.21.1', port: 5000, scale: rule.scale, number },
      levels: steps.map((from, i) => ({
        ...{ from, group: `239.255.21.${2 + i}`, port: 5000, number: others[i] ?? 0 },
      })),
    };
    const own = addressesOf(this.transport).map((address, i): [string, number] => [address, all[i] ?? 0]);
    this.numbers = new Map([...own, [PHONE_PAGE, phone]]);
    this.#devices = Array.from(
      { length: LOUDSPEAKERS },
      () => new VendorDevice(rule, this.numbers, { limit, holdUs }),
    );
    this.#group = new MulticastGroup(streamKey(this.transport), this.transport, {
      sender: { send: (message) => this.#sent(message) },
      rankOf: (stream) => this.broadcasts.get(stream)?.rank ?? { weight: 0, started_at: 0, id: stream },
      changed() {},
    });
    this.#links = this.#devices.map(
      (_, id) => new ForeignLink({ id, org: null, ao_volume: 100 }, this.#group),
    );
    for (const link of this.#links) this.#group.links.set(link.terminalId, link);
  }

  get inCall(): boolean {
    return this.#devices.some((device) => device.inCall);
  }

  call(inCall: boolean): void {
    for (const device of this.#devices) device.inCall = inCall;
  }

  #sent(message: ToSender): void {
    if (message.type === 'frame') this.#queue.add(message.stream, message.at_us, message.packets);
    else if (message.type === 'cut') this.#queue.cut(message.stream, message.from_us);
    else if (message.type === 'route') this.#queue.route(message);
  }

  /** Broadcast of the highest rank, of all or of those at one loudspeaker. */
  highest(loudspeaker?: number): number | null {
    const there = [...this.broadcasts].filter(
      ([, { targets }]) => loudspeaker === undefined || targets.includes(loudspeaker),
    );
    return there.sort(([, a], [, b]) => compareRank(a.rank, b.rank))[0]?.[0] ?? null;
  }

  /** Opens and closes the streams of the links as the engine does: each has that of its highest claim. */
  route(): void {
    for (const [i, link] of this.#links.entries()) {
      const [before, after] = [this.#open.get(i), this.highest(i) ?? undefined];
      if (before === after) continue;
      if (before !== undefined) link.send({ type: 'stream.close', stream: before, at_us: this.nowUs });
      if (after === undefined) this.#open.delete(i);
      else {
        this.#open.set(i, after);
        link.send({
          ...{ type: 'stream.open', stream: after, broadcast: after, title: '', task_type: 0 },
          ...{ priority: 0, volume: 100, from_us: this.nowUs, over: null },
        });
      }
    }
  }

  /** Lets a time pass. Returns the largest number of packets that this system sent at once. */
  pass(us: number): number {
    let most = 0;
    for (const endUs = this.nowUs + us; this.nowUs < endUs; this.nowUs += PACKET_US) {
      for (const stream of new Set(this.#open.values())) {
        const packets = [Uint8Array.of(0)];
        this.#group.audio(encodeAudioFrame({ stream, at_us: this.nowUs, packets }));
      }
      let packets = 0;
      for (let slot = this.#queue.take(); slot !== null; slot = this.#queue.take()) {
        packets++;
        const address = addressesOf(this.transport)[slot.level] ?? '';
        for (const device of this.#devices) device.receive(address, slot.stream, this.nowUs);
      }
      most = Math.max(most, packets);
      if (this.isPaged)
        for (const device of this.#devices) device.receive(PHONE_PAGE, PHONE_STREAM, this.nowUs);
    }
    return most;
  }

  /** Sound of each loudspeaker. */
  sounding(): (number | 'call' | null)[] {
    return this.#devices.map((device) => device.sounds(this.nowUs - PACKET_US));
  }
}
