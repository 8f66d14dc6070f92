import type { ForeignTransport, MulticastTransport } from '../../../contract/entities/terminals/foreign.ts';
import type { Rank } from '../../../contract/protocol/arbitration.ts';
import type { SecretBox } from '../../platform/dataFolder/secretBox.ts';
import type { GuardLog } from '../../platform/sip/peerGuard.ts';
import type { FaultSink } from '../faults/faults.ts';
import type { Directory } from '../terminals/directory.ts';
import type { TerminalRow } from '../terminals/terminal.repository.ts';
import { CallFrames } from './calls/callFrames.ts';
import type { ConnectionState } from './connected/connected.types.ts';
import { createConnectedTerminals } from './connected/connectedTerminals.ts';
import { type ConnectedTimes, connectedTimes } from './connected/connectedTimes.ts';
import type { ForeignLink } from './foreignLink.ts';
import { openPassword } from './loudspeakerPassword.ts';
import type { Sender } from './sender.ts';
import { createSipTerminals } from './sip/sipTerminals.ts';
import { type SipTimes, sipTimes } from './sip/sipTimes.ts';

export interface CalledTransportDeps {
  sender: Sender;
  directory: Pick<Directory, 'byId'>;
  faults: Pick<FaultSink, 'open' | 'resolve' | 'drop'>;
  secretBox: Pick<SecretBox, 'open'>;
  log: GuardLog;
  env: { SIP_PORT: number; SIP_RTP_PORT: number };
  now(): number;
  rankOf(stream: number): Rank;
  arrive(link: ForeignLink): void;
  depart(id: number): void;
  changed(id: number): void;
  /** Shorter times, for tests. */
  sipTimes?: Partial<SipTimes> | undefined;
  connectedTimes?: Partial<ConnectedTimes> | undefined;
}

/** Loudspeakers that are called, by SIP or by a connection of HTTP or RTSP. */
export interface CalledTransports {
  /** Takes a new or changed loudspeaker. @param made its settings as text, by which a change is seen */
  follow(row: TerminalRow, transport: Exclude<ForeignTransport, MulticastTransport>, made: string): void;
  /** Forgets a loudspeaker, if it was one. */
  leave(id: number): void;
  /** Takes the UDP port from which calls are sent; null: it is not open. */
  rtpPort(port: number | null): void;
  /** Takes the state of a connection, or the loss of all. */
  connection(call: number, state: ConnectionState): void;
  connectionsLost(): void;
  close(): void;
}

const loudspeakerFaults = ['loudspeaker_login', 'loudspeaker_certificate'] as const;
type LoudspeakerFault = (typeof loudspeakerFaults)[number];

const subjectOf = (id: number) => `terminal:${id}`;

/** Creates the loudspeakers that are called. */
export function createCalledTransports(deps: CalledTransportDeps): CalledTransports {
  const { sender, faults, now, rankOf, arrive, depart, changed } = deps;
  const common = { sender, frames: new CallFrames(sender), now, rankOf, arrive, depart, changed };
  /** Opens a fault of a loudspeaker, or resolves it. */
  function show(kind: LoudspeakerFault, id: number, isOpen: boolean): void {
    const row = deps.directory.byId(id)?.row;
    if (!isOpen || row === undefined) {
      faults.resolve(kind, subjectOf(id));
      return;
    }
    const { org, code } = row;
    const params = { name: row.dev_name2 || row.name, code };
    faults.open({ kind, subject: subjectOf(id), terminal_id: id, org, params });
  }
  const certificateRefused = (id: number, isRefused: boolean) =>
    show('loudspeaker_certificate', id, isRefused);
  const sip = createSipTerminals({
    ...common,
    ports: { sip: deps.env.SIP_PORT, rtp: deps.env.SIP_RTP_PORT },
    times: { ...sipTimes, ...deps.sipTimes },
    certificateRefused,
    log: deps.log,
    portTaken(isTaken) {
      if (!isTaken) faults.resolve('sip_port', 'site');
      else faults.open({ kind: 'sip_port', subject: 'site', params: { port: deps.env.SIP_PORT } });
    },
  });
  const connected = createConnectedTerminals({
    ...common,
    times: { ...connectedTimes, ...deps.connectedTimes },
    certificateRefused,
    loginRefused: (id, isRefused) => show('loudspeaker_login', id, isRefused),
  });
  const held = new Map<number, { made: string; by: typeof sip | typeof connected }>();

  function leave(id: number): void {
    const one = held.get(id);
    if (one === undefined) return;
    one.by.leave(id);
    held.delete(id);
    for (const kind of loudspeakerFaults) faults.drop(kind, subjectOf(id));
  }

  return {
    follow({ id, org, ao_volume, foreign_secret }, transport, made) {
      const known = held.get(id);
      if (known?.made === made) {
        known.by.volume(id, ao_volume);
        return;
      }
      const by = transport.transport === 'sip' ? sip : connected;
      if (known?.by !== by) leave(id);
      held.set(id, { made, by });
      if (transport.transport === 'sip') sip.put({ id, org, ao_volume }, transport);
      else {
        const password = openPassword(deps.secretBox, foreign_secret);
        connected.put({ id, org, ao_volume }, { transport, password });
      }
    },
    leave,
    rtpPort: sip.rtpPort,
    connection: connected.state,
    connectionsLost: connected.lost,
    close() {
      sip.close();
      connected.close();
    },
  };
}
