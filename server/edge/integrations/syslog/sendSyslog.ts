import { createSocket } from 'node:dgram';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { parseSyslogAddress, type SyslogAddress } from '../../../../contract/entities/site/syslogAddress.ts';
import { failureOf, StreamFailure } from '../../../sound/radio/failure.ts';
import { allowedAddress, guarded } from '../../../sound/radio/http.ts';
import type { AddressPolicy } from '../../../sound/radio/policy.ts';

/** Time for connecting, sending and closing, ms. */
const SEND_MS = 15_000;
/** Time in which a receiver that does not want the message closes the connection, ms. */
const SETTLE_MS = 250;

/** Sends one datagram; a receiver never confirms it. */
async function sendDatagram(address: SyslogAddress, message: Buffer, policy: AddressPolicy): Promise<void> {
  const ip = await allowedAddress(address.host, policy);
  const socket = createSocket(isIP(ip) === 6 ? 'udp6' : 'udp4');
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.send(message, address.port, ip, (error) => (error ? reject(error) : resolve()));
  })
    .catch((error) => Promise.reject(failureOf(error)))
    .finally(() => socket.close());
}

/**
 * Sends one message over a connection of its own, framed by its length (RFC 6587, RFC 5425). It counts as sent
 * when the receiver keeps the connection open after the message, and closes its side only after this side:
 * the protocol has no other confirmation.
 */
function sendOverStream(address: SyslogAddress, message: Buffer, policy: AddressPolicy): Promise<void> {
  const { host, port, protocol } = address;
  const lookup = guarded(policy);
  return new Promise((resolve, reject) => {
    const socket: Socket =
      protocol === 'tls:'
        ? connectTls({ host, port, lookup, ...(isIP(host) === 0 ? { servername: host } : {}) })
        : connect({ host, port, lookup });
    const timer = setTimeout(() => socket.destroy(new StreamFailure('radio.timeout')), SEND_MS);
    let settling: NodeJS.Timeout | undefined;
    let isEnded = false;
    socket.once(protocol === 'tls:' ? 'secureConnect' : 'connect', () => {
      socket.write(Buffer.concat([Buffer.from(`${message.length} `), message]), () => {
        settling = setTimeout(() => {
          isEnded = true;
          socket.end();
        }, SETTLE_MS);
      });
    });
    socket.on('end', () => {
      if (!isEnded) socket.destroy(new StreamFailure('radio.cut'));
    });
    // Without a reader the end of the other side would never be noticed.
    socket.resume();
    socket.on('error', (error) => reject(failureOf(error)));
    socket.on('close', () => {
      clearTimeout(timer);
      clearTimeout(settling);
      resolve();
    });
  });
}

/**
 * Sends a message to a syslog receiver that the policy allows.
 * @throws StreamFailure when it was not sent
 */
export async function sendSyslog(url: string, message: Buffer, policy: AddressPolicy): Promise<void> {
  const address = parseSyslogAddress(url);
  if (address === null) throw new StreamFailure('rules.syslogAddress');
  // A literal address is not looked up.
  if (isIP(address.host) !== 0 && !policy.allows(address.host))
    throw new StreamFailure('radio.addressRefused');
  await (address.protocol === 'udp:'
    ? sendDatagram(address, message, policy)
    : sendOverStream(address, message, policy));
}
