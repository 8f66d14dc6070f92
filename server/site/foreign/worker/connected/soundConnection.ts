import type { ConnectedTarget, ConnectionState } from '../../connected/connected.types.ts';
import type { Payload } from '../packetizer.ts';
import { OnvifConnection } from './onvifConnection.ts';
import { VapixConnection } from './vapixConnection.ts';

/** Connection that carries the sound of one loudspeaker. */
export interface SoundConnection {
  send(payload: Payload): void;
  close(): void;
}

/** Opens a connection to a loudspeaker. @param told called with each new state */
export function openConnection(
  { transport, password }: ConnectedTarget,
  told: (state: ConnectionState) => void,
): SoundConnection {
  return transport.transport === 'vapix'
    ? new VapixConnection(transport, password, told)
    : new OnvifConnection(transport, password, told);
}
