import type { Payload } from '../packetizer.ts';

/** Connection that carries the sound of one loudspeaker. */
export interface SoundConnection {
  send(payload: Payload): void;
  close(): void;
}
