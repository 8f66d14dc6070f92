import type { Rank } from '../../../../contract/protocol/arbitration.ts';
import { CalledLoudspeaker } from '../calls/calledLoudspeaker.ts';
import { type CalledTerminals, createCalledTerminals } from '../calls/calledTerminals.ts';
import type { CallFrames } from '../calls/callFrames.ts';
import type { ForeignLink } from '../foreignLink.ts';
import type { Sender } from '../sender.ts';
import type { ConnectedTarget, ConnectionState } from './connected.types.ts';
import { Connections } from './connectedDialler.ts';
import { ConnectedProbe } from './connectedProbe.ts';
import type { ConnectedTimes } from './connectedTimes.ts';

export interface ConnectedDeps {
  times: ConnectedTimes;
  sender: Pick<Sender, 'send' | 'keepConnections'>;
  frames: CallFrames;
  now(): number;
  rankOf(stream: number): Rank;
  /** Called when a loudspeaker can be called, cannot any more, or its delivery has changed. */
  arrive(link: ForeignLink): void;
  depart(id: number): void;
  changed(id: number): void;
  /** Called with whether a loudspeaker refuses the login. */
  loginRefused(id: number, isRefused: boolean): void;
  /** Called with whether the certificate of a loudspeaker is another one than expected. */
  certificateRefused(id: number, isRefused: boolean): void;
}

/** Loudspeakers that take sound by HTTP or RTSP. */
export interface ConnectedTerminals extends CalledTerminals<ConnectedTarget> {
  /** Takes the state of a connection. */
  state(id: number, state: ConnectionState): void;
  /** Takes the loss of all connections. */
  lost(): void;
}

/** Creates the loudspeakers that take sound by HTTP or RTSP: each is online while it answers. */
export function createConnectedTerminals(deps: ConnectedDeps): ConnectedTerminals {
  const { sender, frames, times, now, rankOf, arrive, depart } = deps;
  const connections = new Connections(sender);
  const terminals = createCalledTerminals<ConnectedTarget>({
    ...{ arrive, depart },
    make({ id }, target, found) {
      sender.keepConnections(true);
      const changed = () => deps.changed(id);
      const calls = { sender, frames, times, now, rankOf, changed };
      return {
        loudspeaker: new CalledLoudspeaker(connections.dialler(target), calls),
        probe: new ConnectedProbe(target, times, {
          found,
          loginRefused: (isRefused) => deps.loginRefused(id, isRefused),
          certificateRefused: (isRefused) => deps.certificateRefused(id, isRefused),
        }),
      };
    },
    empty: () => sender.keepConnections(false),
  });
  return {
    ...terminals,
    state: (id, state) => connections.state(id, state),
    lost: () => connections.lost(),
  };
}
