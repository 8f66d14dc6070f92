import { timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { webhookHeaders } from '../../../contract/entities/site/integration.ts';

/** Checks that a message has a valid signature, at most five minutes old (Standard Webhooks). */
export function isSigned(secret: string, headers: Record<string, unknown>, body: string): boolean {
  const found = webhookHeaders.safeParse(headers);
  if (!found.success) return false;
  try {
    new Webhook(secret).verify(body, found.data, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that a request carries the secret itself, for senders that cannot sign: `Authorization: Bearer …`.
 */
export function isBearer(secret: string, headers: Record<string, unknown>): boolean {
  const given = Buffer.from(String(headers.authorization ?? ''));
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
