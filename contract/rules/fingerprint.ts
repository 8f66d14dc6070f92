import { z } from 'zod';

/** SHA-256 fingerprint of the certificate of another machine; empty: a known authority has to have signed it. */
export const fingerprint = z
  .string()
  // As browsers show it.
  .overwrite((text) => text.replace(/[\s:]/g, '').toLowerCase())
  .regex(/^(?:[0-9a-f]{64})?$/, { error: 'rules.fingerprint' })
  .default('')
  .describe(
    'SHA-256 fingerprint of its certificate, in hexadecimal; no other one is accepted. Empty: an encrypted connection needs a certificate of a known authority.',
  );
