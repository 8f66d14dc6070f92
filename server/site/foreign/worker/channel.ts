import { randomInt } from 'node:crypto';
import type { RtpMulticast } from '../../../../contract/entities/terminals/foreign.ts';
import type { GroupPage } from '../../../../contract/entities/terminals/multicast/groupPage.ts';
import { formats } from './codecs.ts';
import type { Payload } from './packetizer.ts';
import { PageSession } from './pageSession.ts';
import { encodeRtp } from './rtp.ts';

/** Address of a group by which sound of one level of priority is sent. */
export interface Channel {
  send(payload: Payload): void;
  /** Ends what is being sent, as the sound goes on by another channel. */
  end(): void;
  close(): void;
}

/** Timestamp of RTP: the media clock in the rate of the codec, from a random start. */
function timestamps(codec: RtpMulticast['codec']) {
  const at0 = randomInt(2 ** 32);
  return (at_us: number) => at0 + Math.round((at_us * formats[codec].clockRate) / 1e6);
}

/** Channel of RTP packets; a stream that ends just stops. */
export function rtpChannel(codec: RtpMulticast['codec'], send: (packet: Uint8Array) => void): Channel {
  const ssrc = randomInt(2 ** 32);
  const timestampOf = timestamps(codec);
  let sequence = randomInt(2 ** 16);
  return {
    send: ({ at_us, isFirst, bytes }) =>
      send(
        encodeRtp({
          payloadType: formats[codec].payloadType,
          marker: isFirst,
          sequence: sequence++,
          timestamp: timestampOf(at_us),
          ssrc,
          payload: bytes,
        }),
      ),
    end() {},
    close() {},
  };
}

/** Channel of a group page, which is alerted before its sound and ended after it. */
export function pageChannel(
  { codec, caller, channel, serial }: Pick<GroupPage, 'codec' | 'caller' | 'channel'> & { serial: number },
  now: () => number,
  send: (packet: Uint8Array) => void,
): Channel {
  const timestampOf = timestamps(codec);
  const session = new PageSession({ channel, serial, caller, codec });
  let timer: NodeJS.Timeout | undefined;

  function follow(): void {
    clearTimeout(timer);
    for (const packet of session.take(now())) send(packet);
    const { nextUs } = session;
    if (nextUs !== null) timer = setTimeout(follow, Math.max(0, Math.round((nextUs - now()) / 1000)));
  }

  return {
    send({ at_us, bytes }) {
      session.add({ at_us, bytes, timestamp: timestampOf(at_us) }, now());
      follow();
    },
    end() {
      session.end(now());
      follow();
    },
    close() {
      clearTimeout(timer);
      // Phones stay in the page until they are told of its end.
      for (const packet of session.last()) send(packet);
    },
  };
}
