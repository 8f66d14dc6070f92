import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { relayRefusalReason, relayState } from '../../fieldCodes.ts';
import { fieldText } from '../../rules/fieldText.ts';

/** Validity of a token with which a relay joins, s. */
export const RELAY_TOKEN_S = 900;

/** `POST /v1/relay/token`. */
export const relayForm = z.object({
  name: z.string().trim().min(1).max(50).describe('Name of the relay, such as that of its building.'),
  org: idSchema.describe('Id of its zone: it takes the terminals of this zone and of all zones below.'),
});
export type RelayForm = z.output<typeof relayForm>;

export const relayToken = z.object({
  token: z
    .string()
    .describe('One-time token, 32 hexadecimal digits in groups of four; it is shown only here.'),
  until: z.number().int().describe('When it expires, epoch s.'),
});
export type RelayToken = z.output<typeof relayToken>;

/** Most accounts that may log in at a relay. */
const MAX_PEOPLE = 50;

/** `PUT /v1/relay/:id/people`: who may log in at the emergency console of a relay while its line is cut. */
export const relayPeople = z.object({
  accounts: z
    .array(idSchema)
    .max(MAX_PEOPLE)
    .describe('Ids of the accounts; the relay stores the hashes of their passwords.'),
  offline_days: z
    .number()
    .int()
    .min(1)
    .max(90)
    .describe('Days without a line after which nobody can log in there any more.'),
});
export type RelayPeople = z.output<typeof relayPeople>;

/** A relay with its present state. */
export const relayRow = z.object({
  id: z.number().int().describe(fieldText.id),
  name: z.string().describe('Name of the relay.'),
  org: z.number().int().describe(fieldText.org),
  fingerprint: z.string().describe('Fingerprint of its key: the first 32 hexadecimal digits of its SHA-256.'),
  state: relayState.describe(`State: ${codes(meaningOf.relayState)}.`),
  since: z.number().int().nullable().describe('Since when it is connected, epoch s; null: it is not.'),
  seen_at: z.number().int().nullable().describe('When it was last connected, epoch s; null: never.'),
  peer_addr: z.string().describe('Network address from which it connects; empty: not known.'),
  version: z.string().describe('Version of its program; empty: not known.'),
  terminals: z.number().int().describe('Number of terminals that are connected through it.'),
  clock_error_us: z
    .number()
    .int()
    .nullable()
    .describe('Uncertainty of its media clock, µs; null: not synchronised.'),
  dropped: z
    .number()
    .int()
    .describe('Messages of sound that its slow terminals were not sent since it connected.'),
  ...relayPeople.shape,
  aside: z
    .array(
      z.object({
        at: z.number().int().describe('When it was refused, epoch s.'),
        of: z.string().describe('What it is about, such as `alarm 12`; empty: not known.'),
        reason: z.string().describe('Why the server refused it.'),
      }),
    )
    .describe(
      'What it told after its line was cut and the server refused: the last 100, until a person clears them.',
    ),
});
export type RelayRow = z.output<typeof relayRow>;

/** Relay that was refused. */
export const refusedRelay = z.object({
  at: z.number().int().describe('When it was refused last, epoch s.'),
  count: z.number().int().describe('How often, since the server was started.'),
  reason: relayRefusalReason.describe(`Reason: ${codes(meaningOf.relayRefusalReason)}.`),
  name: z.string().describe('Name of the relay whose key it states; empty: not known.'),
  peer_addr: z.string().describe('Network address from which it came.'),
  fingerprint: z.string().describe('Fingerprint of the key that it states; empty: none.'),
});
export type RefusedRelay = z.output<typeof refusedRelay>;

/** `GET /v1/relay`. */
export const relayOverview = z.object({
  has_https: z.boolean().describe('Whether the server is reached by HTTPS; without it no relay can join.'),
  version: z.string().describe('Version of the program of the server; relays should have the same.'),
  relays: z.array(relayRow).describe('All relays, by name.'),
  refused: z.array(refusedRelay).describe('Last refused ones, the newest first.'),
});
export type RelayOverview = z.output<typeof relayOverview>;
