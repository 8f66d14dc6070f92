import { timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { webhookHeaders } from '../../contract/entities/integration.ts';

/** Whether a message carries a valid signature, not older than five minutes (Standard Webhooks). */
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

/** Whether a request carries the secret itself, as senders of alerts can: `Authorization: Bearer …`. */
export function isBearer(secret: string, headers: Record<string, unknown>): boolean {
  const given = Buffer.from(String(headers.authorization ?? ''));
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
