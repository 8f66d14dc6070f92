import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';

/** `POST /v1/cc/code`: the zone that the terminal goes into; null: the top of the account's own zones. */
export const pairingRequest = z.object({
  org: idSchema
    .nullable()
    .default(null)
    .describe('Id of the zone of the terminal; null: the top zone of the account.'),
});

/** A pairing code: six digits, or twelve, that let one terminal into one zone, for a short time. */
export const pairingCode = z.object({
  code: z.string().describe('Six or twelve digits that are typed at the terminal.'),
  guessed: z
    .boolean()
    .describe(
      'Whether codes are being guessed: then it has twelve digits, and may replace an earlier one of six digits, which is no longer valid.',
    ),
  org: z.number().int().describe('Id of the zone of the terminal; null: the top zone of the account.'),
  expires_at: z.number().int().describe(fieldText.expires_at),
  used_by: z
    .object({
      code: z.string().describe('Code of the terminal.'),
      name: z.string().describe(fieldText.name),
    })
    .nullable()
    .describe('Code and name of the terminal that used it; null: none yet.'),
  pin: z
    .object({
      sha256: z
        .string()
        .describe('SHA-256 of the public key of the certificate (SubjectPublicKeyInfo), hexadecimal.'),
      https_port: z.number().int().describe('Port of HTTPS.'),
    })
    .nullable()
    .describe('Key by which a terminal recognises this server at its first contact; null: no HTTPS.'),
});
export type PairingCode = z.output<typeof pairingCode>;

/**
 * Text of the QR code of a pairing code (docs/protocols/terminal-protocol.md, "Pairing with a pinned key"). A phone opens it as the
 * terminal page; what follows `#` is not sent to a server.
 */
export function pairingText(host: string, code: string, pin: NonNullable<PairingCode['pin']>): string {
  return `https://${host}:${pin.https_port}/terminal#pair=${code}&pin=${pin.sha256}`;
}
