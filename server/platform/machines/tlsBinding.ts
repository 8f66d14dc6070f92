import type { TLSSocket } from 'node:tls';

/** Bytes of an exported key. */
const EXPORT_BYTES = 32;

/**
 * Exported key of a TLS connection (RFC 5705), base64; null: the connection is not TLS. Both ends have the same one, and
 * no other connection has it: a proof over it is worth nothing elsewhere, so nobody in between can pass it on.
 *
 * @param label what the key is used for
 */
export function bindingOf(socket: unknown, label: string): string | null {
  const tls = socket as Partial<Pick<TLSSocket, 'exportKeyingMaterial'>> | undefined;
  if (typeof tls?.exportKeyingMaterial !== 'function') return null;
  return tls.exportKeyingMaterial(EXPORT_BYTES, label, Buffer.alloc(0)).toString('base64');
}
