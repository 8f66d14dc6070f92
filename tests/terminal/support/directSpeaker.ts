import { decodeAudioFrame } from '../../../contract/frames.ts';
import type { Playout } from '../../../terminal/core/playout.ts';
import type { Speaker } from '../../../terminal/core/speaker.ts';
import { programme } from './phase.ts';

/** A speaker whose packets need no decoding: each stands for the simulated programme at its time. */
export function directSpeaker(playout: Playout): Speaker {
  return {
    locked: false,
    open: (...a) => playout.open(...a),
    setGain: (...a) => playout.setGain(...a),
    audio: (bytes) => {
      const frame = decodeAudioFrame(bytes);
      if (frame) playout.push(frame.stream, frame.at_us, programme(frame.at_us));
      return frame !== null;
    },
    flush: (...a) => playout.flush(...a),
    close: (...a) => playout.close(...a),
    reset: () => playout.reset(),
    status: (stream) => playout.status(stream),
    tone: () => false,
  };
}
