import { isIP } from 'node:net';
import snmp, { type Session, type Varbind } from 'net-snmp';
import type { WebhookMessage } from '../../../../contract/entities/site/integration.ts';
import { parseSnmpAddress, type SnmpAddress } from '../../../../contract/entities/site/snmpAddress.ts';
import { defaultLanguage } from '../../../../contract/language.ts';
import { withSystemNames } from '../../../../contract/systemName.ts';
import { failureOf, StreamFailure } from '../../../sound/radio/failure.ts';
import { allowedAddress } from '../../../sound/radio/http.ts';
import type { AddressPolicy } from '../../../sound/radio/policy.ts';
import { type EventSeverity, sentenceOf, severityOf } from '../eventText.ts';
import { cutBytes, ROOT } from './tocsinMib.ts';

const notifications: Record<string, number> = {
  'alarm.started': 1,
  'alarm.changed': 2,
  'alarm.ended': 3,
  'fault.opened': 4,
  'fault.changed': 5,
  'fault.resolved': 6,
};
const severities: Record<EventSeverity, number> = { notice: 1, fault: 2, alarm: 3 };
/** Longest text, bytes: a notification stays in one packet of a network. */
const TEXT_BYTES = 1000;
/** Time until an answer, ms, and number of repetitions; the queue of messages repeats later. */
const ANSWER_MS = 5_000;
const RETRIES = 1;

/** Objects of a notification. @param id of the message; it stays the same when the message is sent again */
function varbindsOf(id: string, message: WebhookMessage): Varbind[] {
  const object = (number: number, type: number, value: Buffer | number) =>
    ({ oid: `${ROOT}.1.${number}.0`, type, value }) as Varbind;
  const { OctetString, Integer } = snmp.ObjectType;
  const text = withSystemNames(sentenceOf(message), defaultLanguage);
  return [
    object(1, OctetString, Buffer.from(id)),
    object(2, OctetString, Buffer.from(message.timestamp)),
    object(3, Integer, severities[severityOf(message)]),
    object(4, OctetString, cutBytes(text, TEXT_BYTES)),
  ];
}

/** @param ip address of the manager */
function open({ port, username }: SnmpAddress, ip: string, secret: string): Session {
  const options = {
    transport: isIP(ip) === 6 ? ('udp6' as const) : ('udp4' as const),
    port,
    trapPort: port,
    timeout: ANSWER_MS,
    retries: RETRIES,
  };
  if (username === '') return snmp.createSession(ip, secret, { ...options, version: snmp.Version2c });
  const { authPriv } = snmp.SecurityLevel;
  return snmp.createV3Session(
    ip,
    {
      ...{ name: username, level: authPriv },
      ...{ authProtocol: snmp.AuthProtocols.sha256, authKey: secret },
      ...{ privProtocol: snmp.PrivProtocols.aes, privKey: secret },
    },
    { ...options, version: snmp.Version3 },
  );
}

/** Maps an error of the library. */
function reasonOf(error: Error): StreamFailure {
  if (error.name === 'RequestTimedOutError') return new StreamFailure('radio.timeout');
  // Refused by the manager, such as a wrong password.
  return 'code' in error ? failureOf(error) : new StreamFailure('radio.refused', {}, error.message);
}

/**
 * Sends an event as an SNMP notification that the receiver confirms (InformRequest): by SNMPv2c with the secret as
 * community, or to an address with a user by SNMPv3 with authentication (SHA-256) and encryption (AES-128), both with
 * the secret as password.
 * @throws StreamFailure when it was not confirmed
 */
export async function sendSnmp(
  url: string,
  secret: string,
  id: string,
  message: WebhookMessage,
  policy: AddressPolicy,
): Promise<void> {
  const address = parseSnmpAddress(url);
  const number = notifications[message.type];
  if (address === null || number === undefined) throw new StreamFailure('rules.snmpAddress');
  const session = open(address, await allowedAddress(address.host, policy), secret);
  try {
    await new Promise<void>((resolve, reject) => {
      session.on('error', reject);
      session.inform(`${ROOT}.0.${number}`, varbindsOf(id, message), (error) =>
        error === null ? resolve() : reject(error),
      );
    });
  } catch (error) {
    throw reasonOf(error as Error);
  } finally {
    session.close();
  }
}
