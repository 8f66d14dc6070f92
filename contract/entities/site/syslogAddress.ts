import { z } from 'zod';
import { lengthMessage, ruleMessage } from '../../rules/ruleMessage.ts';

/** Transports of syslog with their registered ports (RFC 5426, 6587, 5425). */
export const syslogPorts = { 'udp:': 514, 'tcp:': 601, 'tls:': 6514 } as const;
export type SyslogProtocol = keyof typeof syslogPorts;

/** Address of a syslog receiver. */
export interface SyslogAddress {
  protocol: SyslogProtocol;
  /** Name or address, IPv6 without brackets. */
  host: string;
  port: number;
}

/** Reads `udp://HOST`, `tcp://HOST` or `tls://HOST`, each with an optional port; null: anything else. */
export function parseSyslogAddress(text: string): SyslogAddress | null {
  // Not only `search` and `hash`: these are empty for a lone ? or #.
  if (!URL.canParse(text) || /[?#]/.test(text)) return null;
  const { protocol, hostname, port, pathname, username } = new URL(text);
  const own = Object.entries(syslogPorts).find(([name]) => name === protocol);
  const isPlain = (pathname === '' || pathname === '/') && username === '';
  if (own === undefined || hostname === '' || !isPlain) return null;
  return {
    protocol: own[0] as SyslogProtocol,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? own[1] : Number(port),
  };
}

export const syslogAddress = z
  .string()
  .trim()
  .min(1, ruleMessage('rules.required', { field: 'field.address' }))
  .max(300, lengthMessage(300))
  .refine((text) => parseSyslogAddress(text) !== null, 'rules.syslogAddress');
