import { z } from 'zod';
import { fingerprint } from '../../../rules/fingerprint.ts';
import { calledDelay } from '../sipTransport.ts';

/** Host with an optional port and path, after its scheme; no name and password. */
const PLACE = '[A-Za-z0-9](?:[A-Za-z0-9.-]{0,200}[A-Za-z0-9])?(?::[1-9][0-9]{0,4})?(?:/[!-~]{0,500})?';

/** Address of a loudspeaker with one of two schemes; the second one is encrypted. */
export const connectedUrl = (plain: string, encrypted: string) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^(?:${plain}|${encrypted})://${PLACE}$`), { error: 'rules.loudspeakerUrl' });

/** Fields of all transports by a connection that the server opens to the loudspeaker. */
export const connectedFields = {
  user: z
    .string()
    .trim()
    .max(64)
    .regex(/^[^":\p{Cc}]*$/u, { error: 'rules.loudspeakerUser' })
    .default('')
    .describe('Name of an account of the loudspeaker; empty: it asks for none.'),
  certificate: fingerprint,
  delay_ms: calledDelay,
};

/** Password of the account of a loudspeaker. */
export const loudspeakerPassword = z.string().max(200);
export const passwordText =
  'Password of the account of a loudspeaker that takes sound by HTTP or RTSP; it is stored encrypted and never returned. Empty: unchanged.';
