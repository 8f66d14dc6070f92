import type { SipTransport } from '../../../../contract/entities/terminals/sipTransport.ts';
import type { Rank } from '../../../../contract/protocol/arbitration.ts';
import type { GuardLog } from '../../../platform/sip/peerGuard.ts';
import { UserAgent } from '../../../platform/sip/userAgent.ts';
import { CalledLoudspeaker } from '../calls/calledLoudspeaker.ts';
import { type CalledTerminals, createCalledTerminals } from '../calls/calledTerminals.ts';
import type { CallFrames } from '../calls/callFrames.ts';
import type { ForeignLink } from '../foreignLink.ts';
import type { Sender } from '../sender.ts';
import { sipDialler } from './sipDialler.ts';
import { SipProbe } from './sipProbe.ts';
import type { SipTimes } from './sipTimes.ts';

export interface SipDeps {
  /** UDP ports of SIP and of the sound of calls; 0: any. */
  ports: { sip: number; rtp: number };
  times: SipTimes;
  sender: Pick<Sender, 'send' | 'openCalls'>;
  frames: CallFrames;
  now(): number;
  rankOf(stream: number): Rank;
  /** Called when a loudspeaker can be called, cannot any more, or its delivery has changed. */
  arrive(link: ForeignLink): void;
  depart(id: number): void;
  changed(id: number): void;
  /** Called with whether another program has the UDP port of SIP. */
  portTaken(isTaken: boolean): void;
  /** Called with whether the certificate of a loudspeaker is another one than expected. */
  certificateRefused(id: number, isRefused: boolean): void;
  log: GuardLog;
}

/** SIP loudspeakers of the site. Ports are open only while there are some. */
export interface SipTerminals extends CalledTerminals<SipTransport> {
  /** Takes the UDP port from which calls are sent; null: it is not open. */
  rtpPort(port: number | null): void;
}

/** Creates the SIP loudspeakers: each is online while it answers OPTIONS, and called while it is to sound. */
export function createSipTerminals(deps: SipDeps): SipTerminals {
  const { arrive, depart } = deps;
  let agent: UserAgent | null = null;
  let rtpPort: number | null = null;

  function open(): UserAgent {
    if (agent !== null) return agent;
    deps.sender.openCalls(deps.ports.rtp);
    agent = new UserAgent({ port: deps.ports.sip, name: 'Tocsin', log: deps.log });
    return agent;
  }

  const terminals = createCalledTerminals<SipTransport>({
    ...{ arrive, depart },
    make({ id }, transport, found) {
      const { sender, frames, times, now, rankOf, portTaken } = deps;
      const agent = open();
      const dialler = sipDialler(id, transport, { agent, times, rtpPort: () => rtpPort });
      const changed = () => deps.changed(id);
      const certificateRefused = (isRefused: boolean) => deps.certificateRefused(id, isRefused);
      return {
        loudspeaker: new CalledLoudspeaker(dialler, { sender, frames, times, now, rankOf, changed }),
        probe: new SipProbe(transport, { agent, times, portTaken, certificateRefused }, found),
      };
    },
    empty() {
      agent?.close();
      agent = null;
      rtpPort = null;
      deps.portTaken(false);
      deps.sender.openCalls(null);
    },
  });

  return {
    ...terminals,
    rtpPort(port) {
      rtpPort = port;
    },
  };
}
