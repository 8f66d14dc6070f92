import { z } from 'zod';
import { lengthMessage, ruleMessage } from '../../rules/ruleMessage.ts';

/** Address of an MQTT broker, such as `mqtts://tocsin@10.0.0.9/school`. */
export interface MqttAddress {
  isSecure: boolean;
  /** Name or address, IPv6 without brackets. */
  host: string;
  port: number;
  /** Empty: none. */
  username: string;
  /** First levels of all topics. */
  base: string;
}

const DEFAULT_BASE = 'tocsin';
/** One to four levels without wildcards. */
const BASE = /^[A-Za-z0-9_-]{1,40}(\/[A-Za-z0-9_-]{1,40}){0,3}$/;

/**
 * Reads `mqtt://` (port 1883) or `mqtts://` (port 8883), with an optional user name, port and path; the path
 * becomes the first levels of the topics. Null: anything else, also with a password, which is a secret.
 */
export function parseMqttAddress(text: string): MqttAddress | null {
  // Not only `search` and `hash`: these are empty for a lone ? or #.
  if (!URL.canParse(text) || /[?#]/.test(text)) return null;
  const { protocol, hostname, port, pathname, username, password } = new URL(text);
  const base = pathname.replace(/^\/|\/$/g, '') || DEFAULT_BASE;
  const isOwn = protocol === 'mqtt:' || protocol === 'mqtts:';
  if (!isOwn || hostname === '' || password !== '' || !BASE.test(base)) return null;
  const isSecure = protocol === 'mqtts:';
  return {
    isSecure,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 8883 : 1883) : Number(port),
    username: decodeURIComponent(username),
    base,
  };
}

export const mqttAddress = z
  .string()
  .trim()
  .min(1, ruleMessage('rules.required', { field: 'field.address' }))
  .max(300, lengthMessage(300))
  .refine((text) => parseMqttAddress(text) !== null, 'rules.mqttAddress');
