import { PACKET_US } from '../../contract/audio.ts';
import { decodeAudioFrame } from '../../contract/frames.ts';
import type { Playout } from '../core/playout.ts';
import type { Mix, SoundStatus, Speaker } from '../core/speaker.ts';
import { createDecoder, type Decoder } from './decoder.ts';

interface Decoding {
  decoder: Decoder | null;
  /** Frames that came before the decoder was ready. */
  waiting: Uint8Array[];
}

/** A speaker that decodes every stream and hands the samples to a playout, which a sound card empties. */
export class PlayingSpeaker implements Speaker {
  readonly locked = false;
  private readonly playout: Playout;
  private readonly streams = new Map<number, Decoding>();

  constructor(playout: Playout) {
    this.playout = playout;
  }

  open(stream: number, fromUs: number, gain: number, mix?: Mix): void {
    this.playout.open(stream, fromUs, gain, mix);
    if (this.streams.has(stream)) return;
    const decoding: Decoding = { decoder: null, waiting: [] };
    this.streams.set(stream, decoding);
    void createDecoder().then((decoder) => {
      if (this.streams.get(stream) !== decoding) return decoder.free();
      decoding.decoder = decoder;
      for (const frame of decoding.waiting.splice(0)) this.audio(frame);
    });
  }

  audio(bytes: Uint8Array): boolean {
    const frame = decodeAudioFrame(bytes);
    const decoding = frame && this.streams.get(frame.stream);
    if (!decoding) return false;
    if (!decoding.decoder) {
      decoding.waiting.push(bytes);
      return true;
    }
    let at = frame.at_us;
    for (const packet of frame.packets) {
      const pcm = decoding.decoder.decode(packet);
      if (pcm) this.playout.push(frame.stream, at, pcm);
      at += PACKET_US;
    }
    return true;
  }

  setGain(stream: number, gain: number): void {
    this.playout.setGain(stream, gain);
  }

  flush(stream: number, fromUs: number): void {
    this.playout.flush(stream, fromUs);
  }

  close(stream: number, atUs: number): void {
    this.playout.close(stream, atUs);
    this.release(stream);
  }

  reset(): void {
    this.playout.reset();
    for (const stream of [...this.streams.keys()]) this.release(stream);
  }

  status(stream: number): SoundStatus {
    return this.playout.status(stream);
  }

  tone(): boolean {
    this.playout.tone();
    return true;
  }

  private release(stream: number): void {
    this.streams.get(stream)?.decoder?.free();
    this.streams.delete(stream);
  }
}
