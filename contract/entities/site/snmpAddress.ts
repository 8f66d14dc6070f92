import { z } from 'zod';
import { lengthMessage, ruleMessage } from '../../rules/ruleMessage.ts';

/** Port of notifications (RFC 3417). */
const NOTIFICATION_PORT = 162;

/** Address of a manager that takes SNMP notifications, such as `snmp://tocsin@10.0.0.9`. */
export interface SnmpAddress {
  /** Name or address, IPv6 without brackets. */
  host: string;
  port: number;
  /** User of SNMPv3; empty: SNMPv2c with a community. */
  username: string;
}

/** Shortest password of a user of SNMPv3 (RFC 3414, section 11.2). */
export const SNMP_PASSWORD_MIN = 8;

/**
 * Reads `snmp://HOST` (SNMPv2c) or `snmp://USER@HOST` (SNMPv3), each with an optional port. Null: anything else, also
 * with a password, which is a secret.
 */
export function parseSnmpAddress(text: string): SnmpAddress | null {
  // Not only `search` and `hash`: these are empty for a lone ? or #.
  if (!URL.canParse(text) || /[?#]/.test(text)) return null;
  const { protocol, hostname, port, pathname, username, password } = new URL(text);
  const isPlain = (pathname === '' || pathname === '/') && password === '';
  if (protocol !== 'snmp:' || hostname === '' || !isPlain || username.length > 32) return null;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? NOTIFICATION_PORT : Number(port),
    username: decodeURIComponent(username),
  };
}

export const snmpAddress = z
  .string()
  .trim()
  .min(1, ruleMessage('rules.required', { field: 'field.address' }))
  .max(300, lengthMessage(300))
  .refine((text) => parseSnmpAddress(text) !== null, 'rules.snmpAddress');
