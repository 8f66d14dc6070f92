import { PACKET_SAMPLES, PACKET_US } from '../../../contract/protocol/audio.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { Playout } from '../../../terminal/audio/playout.ts';
import { ReceivedEnd } from '../../../terminal/audio/receivedEnd.ts';
import type { Speaker } from '../../../terminal/audio/speaker.ts';
import { programme } from './phase.ts';

/** A speaker whose packets need no decoding: each stands for the simulated programme at its time. */
export function directSpeaker(playout: Playout): Speaker {
  const ends = new ReceivedEnd();
  return {
    locked: false,
    cardUs: 60_000,
    aheadMs: 10_000,
    open: (...a) => playout.open(...a),
    setGain: (...a) => playout.setGain(...a),
    audio: (bytes) => {
      const frame = decodeAudioFrame(bytes);
      if (frame !== null) ends.received(frame);
      for (const [i, packet] of (frame?.packets ?? []).entries()) {
        const at = (frame?.at_us ?? 0) + i * PACKET_US;
        // Three bytes are a packet of silence.
        const pcm = packet.length === 3 ? new Float32Array(PACKET_SAMPLES) : programme(at);
        playout.push(frame?.stream ?? 0, at, pcm);
      }
      return frame !== null;
    },
    flush: (...a) => {
      ends.flush(...a);
      playout.flush(...a);
    },
    heldUntil: (stream) => ends.of(stream),
    close: (...a) => playout.close(...a),
    reset: (...a) => playout.reset(...a),
    status: (stream) => playout.status(stream),
    tone: () => false,
  };
}
