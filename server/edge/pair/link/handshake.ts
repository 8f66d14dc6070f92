import { z } from 'zod';
import {
  isSigned,
  isTokenProof,
  publicKeyOf,
  signText,
  tokenProof,
} from '../../../platform/machines/machineKeys.ts';
import type { PairRecord, Partner } from './pairRecord.ts';

/**
 * Handshake of two machines of a pair, the first message of each direction on a WebSocket over TLS. Both sides prove
 * their key, at the first time the one-time token, over the exported key of this very TLS connection (RFC 5705): a
 * proof is worth nothing on another connection, so nobody in between can pass it on. The certificates of HTTPS are
 * not compared: they are renewed, while the keys of the pair stay
 * (docs/decisions/0200-a-standby-server-without-installing.md).
 *
 * After the answer the side that has opened the connection speaks first.
 */

export const purposes = ['control', 'database', 'files', 'journal', 'status', 'witness'] as const;
export type Purpose = (typeof purposes)[number];

/** Label of the exported key. */
export const EXPORT_LABEL = 'EXPORTER-tocsin-pair';

const key = z.string().max(200);
export const hello = z.object({
  type: z.literal('hello'),
  purpose: z.enum(purposes),
  public_key: key,
  /** True: `proof` is of the token, and the keys are exchanged. */
  joins: z.boolean(),
  proof: z.string().max(200),
  name: z.string().max(100),
  /** Port of its HTTPS; null: none. */
  port: z.number().int().min(1).max(65_535).nullable(),
  role: z.enum(['leader', 'standby', 'witness']),
  term: z.number().int(),
});
export type Hello = z.output<typeof hello>;

export const refusals = [
  'token',
  'unknown',
  'older_term',
  'not_leader',
  'no_database',
  'plain',
  'busy',
  'version',
] as const;
export type RefusalReason = (typeof refusals)[number];

export const answer = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    public_key: key,
    proof: z.string().max(200),
    name: z.string().max(100),
    role: z.enum(['leader', 'standby', 'witness']),
    term: z.number().int(),
    /** Identity of the installation, and the password of the database's role for replication. */
    identity: z.string().max(100),
    password: z.string().max(100),
  }),
  z.object({ type: z.literal('refused'), reason: z.enum(refusals) }),
]);
export type Answer = z.output<typeof answer>;
export type Welcome = Extract<Answer, { type: 'welcome' }>;

/** State of the machine that both messages carry. */
export interface Presence {
  name: string;
  port: number | null;
}

/** Text that the opening side proves; every field that decides something is part of it. */
const openingText = (binding: string, { purpose, public_key, role, term, port }: Omit<Hello, 'proof'>) =>
  ['tocsin pair hello', binding, purpose, public_key, role, term, port].join('\n');
const answerText = (binding: string, { public_key, role, term }: Omit<Welcome, 'proof'>, opener: string) =>
  ['tocsin pair welcome', binding, public_key, role, term, opener].join('\n');

/**
 * Makes the first message.
 *
 * @param binding exported key of the TLS connection, base64
 * @param token digits of the one-time token; null: the partner knows this machine
 */
export function makeHello(
  binding: string,
  {
    pair,
    presence,
    purpose,
    token,
  }: { pair: PairRecord; presence: Presence; purpose: Purpose; token: string | null },
): Hello {
  const { role, term, private_key } = pair;
  const stated = {
    ...{ type: 'hello' as const, purpose, public_key: publicKeyOf(private_key), joins: token !== null },
    ...{ ...presence, role, term },
  };
  const text = openingText(binding, stated);
  return { ...stated, proof: token === null ? signText(private_key, text) : tokenProof(token, text) };
}

/**
 * Judges the first message.
 *
 * @param token digits of the token that is valid now; null: there is none
 * @returns null when it is proved, else why not
 */
export function judgeHello(
  binding: string,
  opening: Hello,
  { partner, token }: { partner: Partner | null; token: string | null },
): 'token' | 'unknown' | null {
  const text = openingText(binding, opening);
  if (opening.joins) return token !== null && isTokenProof(token, text, opening.proof) ? null : 'token';
  const isKnown = partner !== null && partner.public_key === opening.public_key;
  return isKnown && isSigned(opening.public_key, text, opening.proof) ? null : 'unknown';
}

/** Makes the answer to a proved first message. @param token as in `judgeHello`, if it joins */
export function makeWelcome(
  binding: string,
  opening: Hello,
  {
    pair,
    token,
    ...stated
  }: { pair: PairRecord; token: string | null; name: string; identity: string; password: string },
): Welcome {
  const { role, term, private_key } = pair;
  const unproved = { type: 'welcome' as const, public_key: publicKeyOf(private_key), role, term, ...stated };
  const text = answerText(binding, unproved, opening.public_key);
  const isJoining = opening.joins && token !== null;
  return { ...unproved, proof: isJoining ? tokenProof(token, text) : signText(private_key, text) };
}

/** Tells if the answer is of the partner: of its known key, or of the holder of the token. */
export function isPartner(
  binding: string,
  opening: Hello,
  welcome: Welcome,
  { partner, token }: { partner: Partner | null; token: string | null },
): boolean {
  const text = answerText(binding, welcome, opening.public_key);
  if (token !== null) return isTokenProof(token, text, welcome.proof);
  return partner?.public_key === welcome.public_key && isSigned(welcome.public_key, text, welcome.proof);
}
