import { z } from 'zod';
import { alarmEventKinds } from '../../../contract/fieldCodes.ts';
import type { RelayIds } from '../../site/relays/relay.table.ts';
import type { PendingWrites } from '../journal/pendingWrites.ts';
import type { Subject } from '../journal/subject.ts';
import type { AlarmAtRelay } from './mergeAlarms.ts';
import { alarmRow, broadcastRow } from './told.repository.ts';

const MAX = 2_000;
const count = z.number().int().min(0);
const text = z.string().max(1_000);
const params = z.record(
  text,
  z.union([
    text,
    z.number(),
    z.array(z.object({ org: count.nullable(), n: count, names: z.array(text).max(MAX) })).max(MAX),
  ]),
);
const entry = z.object({
  action: text,
  entity: text,
  entity_id: count.nullable(),
  ip: text,
  at: count,
  after: z.record(text, z.unknown()).optional(),
});
const proof = z.object({
  terminal_id: count,
  first_sound_at: count.nullable(),
  played_ms: count.optional(),
  received: count.optional(),
  lost: count.optional(),
  late: count.optional(),
  gaps: count.nullable().optional(),
  missed_ms: count.nullable().optional(),
  reason: text.nullable(),
});
const state = z.object({
  ...{ state: z.enum(['playing', 'paused', 'waiting', 'ended']), position_ms: count, anchor_at: count },
  ...{ anchor_us: z.number().int().nullable(), anchor_epoch: text.nullable(), limit_ms: count.nullable() },
  ...{ volume: count.nullable(), items: z.array(z.any()).max(MAX), seed: count },
  ...{ ended_at: count.nullable(), end_reason: text.nullable() },
});

/** Writes of a relay: those of the journal of the server that an alarm without a database makes. */
const told = z.object({
  row: alarmRow.nullable().optional(),
  events: z
    .array(z.object({ at: count, kind: z.enum(alarmEventKinds), by: text, peer_addr: text, params }))
    .max(MAX)
    .optional(),
  air: z
    .array(z.object({ row: broadcastRow, terminals: z.array(count).max(MAX) }))
    .max(MAX)
    .optional(),
  joined: z
    .array(z.object({ broadcast: count, terminals: z.array(count).max(MAX) }))
    .max(MAX)
    .optional(),
  states: z
    .array(z.object({ broadcast: count, state }))
    .max(MAX)
    .optional(),
  proofs: z
    .array(z.object({ broadcast: count, proofs: z.array(proof).max(MAX) }))
    .max(MAX)
    .optional(),
  audit: z
    .array(z.object({ actor: z.object({ accountId: count.nullable(), code: text }), entry }))
    .max(MAX)
    .optional(),
});

/**
 * Reads the writes of a line of a relay.
 *
 * @param continued true: the alarm began at the server, which owns its row
 * @throws Error for writes that it may not make: of rows outside of its ids, or that are not valid
 */
export function readTold(
  of: Subject,
  part: unknown,
  { ids, continued }: { ids: RelayIds; continued: boolean },
): Partial<PendingWrites> {
  const { row, ...rest } = told.parse(part);
  const isOwn = (id: number, [first, last]: [number, number]) => id >= first && id <= last;
  const subject = Number(of.split(' ')[1]);
  const owned = of.startsWith('alarm') ? ids.alarm : ids.broadcast;
  const air = [
    ...(rest.air ?? []).map((one) => one.row.id),
    ...[...(rest.joined ?? []), ...(rest.states ?? []), ...(rest.proofs ?? [])].map((one) => one.broadcast),
  ];
  const isAllowed = (continued || isOwn(subject, owned)) && air.every((id) => isOwn(id, ids.broadcast));
  if (!isAllowed || (row != null && row.id !== subject)) throw new Error(`${of} is not of this relay`);
  return {
    ...(Object.fromEntries(
      Object.entries(rest).filter(([, value]) => value !== undefined),
    ) as Partial<PendingWrites>),
    ...(row == null || continued ? {} : { row }),
  };
}

/** Reads the writes of a line about no alarm and no broadcast: what persons did at the relay. @throws Error */
export function readAudit(part: unknown): Partial<PendingWrites> {
  const { audit } = told.pick({ audit: true }).parse(part ?? {});
  return audit === undefined ? {} : { audit: audit as PendingWrites['audit'] };
}

/** Reads an alarm of a relay. @throws Error for one that is not valid, or not of this relay */
export function readAlarm(
  { row: sent, continued }: { row: unknown; continued: boolean },
  ids: RelayIds | null,
): AlarmAtRelay {
  const row = alarmRow.parse(sent);
  const isOwn = ids !== null && row.id >= ids.alarm[0] && row.id <= ids.alarm[1];
  if (!continued && !isOwn) throw new Error(`alarm ${row.id} is not of this relay`);
  return { row, continued };
}
