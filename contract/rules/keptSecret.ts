import type { Integration } from '../entities/site/integration.ts';
import { parseMqttAddress } from '../entities/site/mqttAddress.ts';
import { parseSnmpAddress } from '../entities/site/snmpAddress.ts';
import { parseTelephoneAddress } from '../entities/site/telephoneAddress.ts';
import type { IntegrationKind } from '../fieldCodes.ts';

type Place = Pick<Integration, 'kind' | 'url' | 'certificate'>;

/** Secret that is never sent: it signs or verifies messages, or answers those who know it. */
const unsent = () => null;

/** Account to which the secret of each kind is sent, with the protection on its way; null: it is not sent. */
const accountOf: Record<IntegrationKind, (place: Place) => unknown> = {
  webhook_out: unsent,
  webhook_in: unsent,
  cap: unsent,
  syslog: unsent,
  snmp_agent: unsent,
  snmp({ url }) {
    const { host, port, username } = parseSnmpAddress(url) ?? {};
    return [host?.toLowerCase(), port, username];
  },
  mqtt({ url }) {
    const { isSecure, host, port, username } = parseMqttAddress(url) ?? {};
    return [isSecure, host?.toLowerCase(), port, username];
  },
  telephone({ url, certificate }) {
    const { protocol, host, port, user } = parseTelephoneAddress(url) ?? {};
    return [protocol, host?.toLowerCase(), port, user, certificate];
  },
};

/**
 * Tells if the stored secret of a connection stays after a change of its address. A person who may change the
 * address, but does not know the secret, could otherwise have it sent to a machine of their own.
 */
export function keepsSecret(before: Place, after: Place): boolean {
  return JSON.stringify(accountOf[before.kind](before)) === JSON.stringify(accountOf[after.kind](after));
}
