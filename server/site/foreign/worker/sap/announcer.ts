import { randomInt } from 'node:crypto';
import type { RtpMulticast } from '../../../../../contract/entities/terminals/foreign.ts';
import { ipv4Interfaces } from '../../interfaces.ts';
import { UdpOutput } from '../udpOutput.ts';
import { encodeSap, SAP_PORT, sapAddressOf } from './sapPacket.ts';
import { originLine, type Session, sdpOf } from './sdp.ts';

/** Mean interval of the announcements, ms, and the part by which it varies, so that senders do not meet. */
const INTERVAL_MS = 30_000;
const VARIATION = 1 / 3;
/** Seconds from 1900 to 1970: numbers of sessions are times of NTP. */
const NTP_EPOCH_S = 2_208_988_800;

interface Described {
  transport: RtpMulticast;
  hash: number;
  session: Session;
}

const isLoopback = (address: string) => address.startsWith('127.');

/** Announces the addresses of a group by SAP while the group exists, and withdraws them when it is closed. */
export class Announcer {
  readonly #all: Described[];
  #timer: NodeJS.Timeout | undefined;

  constructor(transport: RtpMulticast) {
    const others = ipv4Interfaces().map((one) => one.interface);
    const origin = transport.interface || (others.find((one) => !isLoopback(one)) ?? '127.0.0.1');
    const version = Math.floor(Date.now() / 1000) + NTP_EPOCH_S;
    this.#all = [transport, ...transport.levels].map(({ group, port }) => ({
      transport: { ...transport, group, port },
      hash: randomInt(1, 2 ** 16),
      session: { id: version + randomInt(2 ** 16), version, origin },
    }));
  }

  start(): void {
    if (this.#timer !== undefined) return;
    this.#announce(false);
    this.#follow();
  }

  #follow(): void {
    const waitMs = INTERVAL_MS * (1 + VARIATION * (2 * Math.random() - 1));
    this.#timer = setTimeout(() => {
      this.#announce(false);
      this.#follow();
    }, waitMs);
  }

  #announce(isDeletion: boolean): void {
    for (const { transport, hash, session } of this.#all) {
      const output = new UdpOutput({
        ...transport,
        group: sapAddressOf(transport.group),
        port: SAP_PORT,
        dscp: 0,
      });
      // One that the system refuses is repeated with the next interval.
      if (output.open() !== null) continue;
      const sdp = isDeletion ? originLine(session) : sdpOf(transport, session);
      output.send(encodeSap({ hash, origin: session.origin, isDeletion, sdp }));
      output.close();
    }
  }

  close(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#announce(true);
  }
}
