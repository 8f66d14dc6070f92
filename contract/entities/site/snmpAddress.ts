import { z } from 'zod';
import { lengthMessage, ruleMessage } from '../../rules/ruleMessage.ts';

/** Ports of notifications and of agents (RFC 3417). */
const NOTIFICATION_PORT = 162;
const AGENT_PORT = 161;
/** All IPv4 addresses of the server. */
const ANY_ADDRESS = '0.0.0.0';

/** Address of a manager that takes SNMP notifications, or of an agent, such as `snmp://tocsin@10.0.0.9`. */
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
export const parseSnmpAddress = (text: string): SnmpAddress | null => parse(text, NOTIFICATION_PORT);

function parse(text: string, usualPort: number): SnmpAddress | null {
  // Not only `search` and `hash`: these are empty for a lone ? or #.
  if (!URL.canParse(text) || /[?#]/.test(text)) return null;
  const { protocol, hostname, port, pathname, username, password } = new URL(text);
  const isPlain = (pathname === '' || pathname === '/') && password === '';
  if (protocol !== 'snmp:' || hostname === '' || !isPlain || username.length > 32) return null;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? usualPort : Number(port),
    username: decodeURIComponent(username),
  };
}

/** Reads the address at which an agent listens: as above, with an IPv4 address of the server, or 0.0.0.0 for all. */
export function parseSnmpAgentAddress(text: string): SnmpAddress | null {
  const address = parse(text, AGENT_PORT);
  const isUsable = address !== null && address.port > 0 && z.ipv4().safeParse(address.host).success;
  return isUsable ? address : null;
}

/** Tells if two agents cannot listen at these addresses at the same time. */
export function isSamePort(one: string, other: string): boolean {
  const [a, b] = [parseSnmpAgentAddress(one), parseSnmpAgentAddress(other)];
  if (a === null || b === null || a.port !== b.port) return false;
  return a.host === b.host || a.host === ANY_ADDRESS || b.host === ANY_ADDRESS;
}

export const snmpAddress = z
  .string()
  .trim()
  .min(1, ruleMessage('rules.required', { field: 'field.address' }))
  .max(300, lengthMessage(300))
  .refine((text) => parseSnmpAddress(text) !== null, 'rules.snmpAddress');
