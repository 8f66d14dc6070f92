import { randomInt } from 'node:crypto';
import type { Socket } from 'node:dgram';
import { PACKET_SAMPLES } from '../../../../../contract/protocol/audio.ts';
import { SrtpReceiver, SrtpSender } from '../../../../platform/sip/srtp.ts';
import { createEncoder, formats, type SlotEncoder } from '../../../../site/foreign/worker/codecs.ts';
import { encodeRtp } from '../../../../site/foreign/worker/rtp.ts';
import type { HeardMix, RemoteSound, ToneName } from '../phoneSound.types.ts';
import { TonePlayer } from '../tones.ts';
import { createDecoder, type PhoneDecoder } from './decoders.ts';
import { HeardStreams } from './heardStreams.ts';
import { decodeRtp, eventDigit, isLater } from './rtpReader.ts';

const SLOT_MS = 20;
/** Packets of one call in a second beyond which they are dropped; a call has 50, or 100 with 10 ms each. */
const MAX_PER_SECOND = 150;
/** Slots that are sent at once after this process was held up. */
const MAX_LATE_SLOTS = 5;

export interface LegEvents {
  digit(digit: string): void;
  packet(packet: Uint8Array): void;
}

/** Sound of one telephone call: what the caller says as Opus packets, dialled digits, and the tones that it hears. */
export class PhoneLeg {
  readonly #socket: Socket;
  readonly #events: LegEvents;
  readonly #tones = new TonePlayer();
  readonly #heard = new HeardStreams();
  readonly #ssrc = randomInt(2 ** 32);
  #sequence = randomInt(2 ** 16);
  #timestamp = randomInt(2 ** 31);
  #remote: RemoteSound | null = null;
  /** Encryption of both directions; null: none. */
  #srtp: { sender: SrtpSender; receiver: SrtpReceiver } | null = null;
  #decoder: PhoneDecoder | null = null;
  #toCaller: SlotEncoder | null = null;
  #uplink: SlotEncoder | null = null;
  #rest = new Float32Array(0);
  #lastSequence: number | null = null;
  #lastEvent: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #sentSlots = 0;
  #startedMs = 0;
  #second = 0;
  #inSecond = 0;

  constructor(socket: Socket, events: LegEvents) {
    this.#socket = socket;
    this.#events = events;
    socket.on('message', (bytes, { address }) => this.#receive(bytes, address));
  }

  remote(remote: RemoteSound): void {
    const isOther = this.#remote?.codec !== remote.codec;
    this.#setKeys(remote);
    this.#remote = remote;
    if (isOther) {
      this.#decoder?.close();
      this.#toCaller?.close();
      this.#decoder = createDecoder(remote.codec);
      this.#toCaller = createEncoder(remote.codec);
    }
    if (this.#timer !== undefined) return;
    this.#startedMs = performance.now();
    this.#timer = setInterval(() => this.#sendDue(), SLOT_MS);
  }

  /** Takes new keys; with the same ones the count of packets goes on. */
  #setKeys({ srtp }: RemoteSound): void {
    const before = this.#remote?.srtp ?? null;
    if (srtp === null) {
      this.#srtp = null;
      return;
    }
    const isSame = (key: 'send' | 'receive') =>
      before !== null && this.#srtp !== null && Buffer.compare(before[key], srtp[key]) === 0;
    const old = this.#srtp;
    this.#srtp = {
      sender: isSame('send') && old !== null ? old.sender : new SrtpSender(srtp.send),
      receiver: isSame('receive') && old !== null ? old.receiver : new SrtpReceiver(srtp.receive),
    };
  }

  tone(tone: ToneName): void {
    this.#tones.play(tone);
  }

  listen(isOn: boolean): void {
    this.#uplink?.close();
    this.#uplink = isOn ? createEncoder('opus') : null;
    this.#rest = new Float32Array(0);
  }

  /** Plays a packet to the caller, with the tones. */
  hear(stream: number, mix: HeardMix, packet: Uint8Array): void {
    this.#heard.push(stream, mix, packet);
  }

  #receive(bytes: Uint8Array, address: string): void {
    const remote = this.#remote;
    if (remote === null || !remote.addresses.includes(address) || this.#isTooMany()) return;
    const plain = this.#srtp === null ? bytes : this.#srtp.receiver.unprotect(bytes);
    const packet = plain === null ? null : decodeRtp(plain);
    if (packet === null) return;
    if (packet.payloadType === remote.event_type) {
      // An event is repeated while its key is held, and three times at its end, with one timestamp.
      const digit = eventDigit(packet.payload);
      if (digit === null || packet.timestamp === this.#lastEvent) return;
      this.#lastEvent = packet.timestamp;
      this.#events.digit(digit);
      return;
    }
    if (packet.payloadType !== remote.payload_type || this.#uplink === null) return;
    if (this.#lastSequence !== null && !isLater(packet.sequence, this.#lastSequence)) return;
    this.#lastSequence = packet.sequence;
    this.#take(this.#decoder?.decode(packet.payload) ?? this.#rest.subarray(0, 0), this.#uplink);
  }

  #isTooMany(): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) [this.#second, this.#inSecond] = [second, 0];
    return ++this.#inSecond > MAX_PER_SECOND;
  }

  #take(samples: Float32Array, uplink: SlotEncoder): void {
    const all = new Float32Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    let at = 0;
    for (; at + PACKET_SAMPLES <= all.length; at += PACKET_SAMPLES)
      this.#events.packet(uplink.encode(all.subarray(at, at + PACKET_SAMPLES)));
    this.#rest = all.slice(at);
  }

  #sendDue(): void {
    const due = Math.floor((performance.now() - this.#startedMs) / SLOT_MS);
    if (due - this.#sentSlots > MAX_LATE_SLOTS) this.#sentSlots = due - 1;
    for (; this.#sentSlots < due; this.#sentSlots++) this.#sendSlot();
  }

  #sendSlot(): void {
    const remote = this.#remote;
    if (remote === null || this.#toCaller === null) return;
    const packet = encodeRtp({
      payloadType: remote.payload_type,
      marker: false,
      sequence: this.#sequence++,
      timestamp: this.#timestamp,
      ssrc: this.#ssrc,
      payload: this.#toCaller.encode(this.#heard.addTo(this.#tones.next())),
    });
    this.#timestamp += (formats[remote.codec].clockRate * SLOT_MS) / 1000;
    this.#socket.send(
      this.#srtp?.sender.protect(packet) ?? packet,
      remote.port,
      remote.address,
      () => undefined,
    );
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket.close();
    this.#decoder?.close();
    this.#toCaller?.close();
    this.#uplink?.close();
    this.#heard.close();
  }
}
