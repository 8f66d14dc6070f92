import type { ConnectedTarget, ConnectionState } from '../../connected/connected.types.ts';
import { OnvifConnection } from './onvifConnection.ts';
import type { SoundConnection } from './soundConnection.types.ts';
import { VapixConnection } from './vapixConnection.ts';

/** Opens a connection to a loudspeaker. @param told called with each new state */
export function openConnection(
  { transport, password }: ConnectedTarget,
  told: (state: ConnectionState) => void,
): SoundConnection {
  return transport.transport === 'vapix'
    ? new VapixConnection(transport, password, told)
    : new OnvifConnection(transport, password, told);
}
