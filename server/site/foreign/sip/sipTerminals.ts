import type { SipTransport } from '../../../../contract/entities/terminals/sipTransport.ts';
import type { Rank } from '../../../../contract/protocol/arbitration.ts';
import type { GuardLog } from '../../../platform/sip/peerGuard.ts';
import { UserAgent } from '../../../platform/sip/userAgent.ts';
import { ForeignLink } from '../foreignLink.ts';
import type { Sender } from '../sender.ts';
import { CallFrames } from './callFrames.ts';
import { SipLoudspeaker } from './sipLoudspeaker.ts';
import { SipProbe } from './sipProbe.ts';
import type { SipTimes } from './sipTimes.ts';

export interface SipDeps {
  /** UDP ports of SIP and of the sound of calls; 0: any. */
  ports: { sip: number; rtp: number };
  times: SipTimes;
  sender: Pick<Sender, 'send' | 'openCalls'>;
  now(): number;
  rankOf(stream: number): Rank;
  /** Called when a loudspeaker can be called, cannot any more, or its delivery has changed. */
  arrive(link: ForeignLink): void;
  depart(id: number): void;
  changed(id: number): void;
  /** Called with whether another program has the UDP port of SIP. */
  portTaken(isTaken: boolean): void;
  log: GuardLog;
}

interface Present {
  link: ForeignLink;
  loudspeaker: SipLoudspeaker;
  probe: SipProbe;
  /** Undefined: not known yet. */
  isThere: boolean | undefined;
}

/** SIP loudspeakers of the site. Ports are open only while there are some. */
export interface SipTerminals {
  put(terminal: { id: number; org: number | null; ao_volume: number }, transport: SipTransport): void;
  volume(id: number, ao_volume: number): void;
  leave(id: number): void;
  /** Takes the UDP port from which calls are sent; null: it is not open. */
  rtpPort(port: number | null): void;
  close(): void;
}

/** Creates the SIP loudspeakers: each is online while it answers OPTIONS, and called while it is to sound. */
export function createSipTerminals(deps: SipDeps): SipTerminals {
  const present = new Map<number, Present>();
  const frames = new CallFrames(deps.sender);
  let agent: UserAgent | null = null;
  let rtpPort: number | null = null;

  function open(): UserAgent {
    if (agent !== null) return agent;
    deps.sender.openCalls(deps.ports.rtp);
    agent = new UserAgent({ port: deps.ports.sip, name: 'Tocsin', log: deps.log });
    return agent;
  }

  function stop(): void {
    agent?.close();
    agent = null;
    rtpPort = null;
    deps.portTaken(false);
    deps.sender.openCalls(null);
  }

  function found(id: number, isThere: boolean): void {
    const one = present.get(id);
    if (one === undefined || one.isThere === isThere) return;
    // One that was never reached was there for a moment: its loss is a fault.
    if (isThere || one.isThere === undefined) deps.arrive(one.link);
    if (!isThere) depart(one);
    one.isThere = isThere;
  }

  function depart({ link, loudspeaker }: Present): void {
    deps.depart(link.terminalId);
    loudspeaker.reset();
  }

  function remove(id: number): boolean {
    const gone = present.get(id);
    if (gone === undefined) return false;
    gone.probe.end();
    if (gone.isThere === true) depart(gone);
    return present.delete(id);
  }

  function leave(id: number): void {
    if (remove(id) && present.size === 0) stop();
  }

  return {
    put(terminal, transport) {
      const { id } = terminal;
      // The ports stay open while the settings of the only loudspeaker change.
      remove(id);
      const { sender, times, now, rankOf, portTaken } = deps;
      const common = { agent: open(), sender, frames, times, now, rankOf, portTaken, rtpPort: () => rtpPort };
      const loudspeaker = new SipLoudspeaker(id, transport, { ...common, changed: () => deps.changed(id) });
      const link = new ForeignLink(terminal, loudspeaker);
      const probe = new SipProbe(transport, common, (isThere) => found(id, isThere));
      present.set(id, { link, loudspeaker, probe, isThere: undefined });
    },
    volume(id, ao_volume) {
      const one = present.get(id);
      if (one === undefined || one.link.volume === ao_volume) return;
      one.link.volume = ao_volume;
      one.loudspeaker.volumeChanged();
    },
    leave,
    rtpPort(port) {
      rtpPort = port;
    },
    close() {
      for (const id of [...present.keys()]) leave(id);
    },
  };
}
