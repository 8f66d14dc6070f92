import { z } from 'zod';
import { lengthMessage, ruleMessage } from '../../rules/ruleMessage.ts';

/** Address of a telephone system, such as `sip:4001@10.0.0.5;transport=tls`. */
export interface TelephoneAddress {
  /** Extension that is registered; empty: none, calls come by the address of the other side. */
  user: string;
  host: string;
  /** Null: the usual one of the transport. */
  port: number | null;
  protocol: 'udp' | 'tcp' | 'tls';
}

const FORM =
  /^(sips?):(?:([A-Za-z0-9_.!~*'()+-]{1,64})@)?([A-Za-z0-9](?:[A-Za-z0-9.-]{0,200}[A-Za-z0-9])?)(?::([1-9]\d{0,4}))?(?:;transport=(udp|tcp|tls))?$/i;
const LAST_PORT = 65_535;

/** Reads `sip:` (UDP, or the named transport) or `sips:` (TLS). Null: anything else. */
export function parseTelephoneAddress(text: string): TelephoneAddress | null {
  const [, scheme = '', user = '', host, port, transport = ''] = FORM.exec(text) ?? [];
  if (host === undefined || Number(port ?? 1) > LAST_PORT) return null;
  const isSecure = scheme.toLowerCase() === 'sips';
  if (isSecure && transport !== '' && transport.toLowerCase() !== 'tls') return null;
  const named = transport === '' ? 'udp' : transport.toLowerCase();
  const protocol = isSecure ? 'tls' : (named as TelephoneAddress['protocol']);
  return { user, host, port: port === undefined ? null : Number(port), protocol };
}

export const telephoneAddress = z
  .string()
  .trim()
  .min(1, ruleMessage('rules.required', { field: 'field.address' }))
  .max(300, lengthMessage(300))
  .refine((text) => parseTelephoneAddress(text) !== null, 'rules.telephoneAddress');
