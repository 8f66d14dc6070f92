import { randomInt } from 'node:crypto';
import type { MulticastTransport } from '../../../../contract/entities/terminals/foreign.ts';
import { type Channel, pageChannel, rtpChannel } from './channel.ts';
import { UdpOutput } from './udpOutput.ts';

/** Range of the serial number of a page: below those of phones, so that phones give way. */
const SERIALS = 2 ** 16;

/**
 * Creates the channels of a group, one for each level of its priority map, and the sockets by which they send.
 *
 * @param failed called with the code of an error of the system
 */
export function createChannels(
  transport: MulticastTransport,
  now: () => number,
  failed: (error: string) => void,
): { outputs: UdpOutput[]; channels: Channel[] } {
  const sending = (output: UdpOutput) => (packet: Uint8Array) => {
    const error = output.send(packet);
    if (error !== null) failed(error);
  };
  if (transport.transport === 'group_page') {
    const output = new UdpOutput(transport);
    const serial = randomInt(1, SERIALS);
    const channels = [transport, ...transport.levels].map(({ channel }) =>
      pageChannel({ ...transport, channel, serial }, now, sending(output)),
    );
    return { outputs: [output], channels };
  }
  const outputs = [transport, ...transport.levels].map(
    ({ group, port }) => new UdpOutput({ ...transport, group, port }),
  );
  return { outputs, channels: outputs.map((output) => rtpChannel(transport.codec, sending(output))) };
}
