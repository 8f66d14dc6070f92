import { z } from 'zod';
import type { LiveRows } from '../entities/declaration.ts';
import { type Declared, type Declaring, declaring } from '../entities/registry.ts';
import { languages } from '../language.ts';
import type { MessageKey } from './errors.ts';

/** Topics of the console's live socket (`/v1/socket`). */
export type TopicName = Declaring<'live'>['key'];
export const topicNames: readonly TopicName[] = declaring('live').map(({ key }) => key);
export const topicName = z.enum(topicNames);

/** Live row of a topic. */
export type LiveRowOf<Topic extends TopicName> =
  Extract<Declared, { key: Topic }> extends { live: LiveRows<infer Row extends { id: number }> }
    ? Row
    : never;

/** Maximum number of frames per second to a console; changes between two frames are merged per row. */
export const FRAMES_PER_S = 10;
/** Code with which the server closes every WebSocket when it is stopped: "going away" of RFC 6455. */
export const SERVER_STOPS = 1001;

/**
 * Common fields of live rows: the id, and the zones that decide who sees the row: every login that may see one of
 * them. Null: every login that holds the permission key of the topic.
 */
export interface LiveRow {
  id: number;
  org: number | readonly number[] | null;
}

/** Position of a subscriber: opaque epoch (server start and scope) and sequence number of the last delta. */
export const cursor = z.object({ epoch: z.string().max(200), seq: z.number().int().min(0) });
export type Cursor = z.infer<typeof cursor>;

export const fromConsole = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe'),
    /** Chosen by the client, unique in its connection. */
    id: z.number().int().min(1).max(1_000_000),
    topic: topicName,
    resume: cursor.optional(),
  }),
  z.object({ type: z.literal('unsubscribe'), id: z.number().int() }),
  z.object({ type: z.literal('ping'), t0: z.number() }),
  /** The language of the reader has changed: snapshots in it follow. */
  z.object({ type: z.literal('language'), language: z.enum(languages) }),
]);
export type FromConsole = z.infer<typeof fromConsole>;

/**
 * Update of one subscription. A snapshot replaces all rows, a delta merges; `set` holds whole rows or changed fields.
 */
export type LiveUpdate =
  | { id: number; kind: 'snapshot'; epoch: string; seq: number; rows: LiveRow[] }
  | {
      id: number;
      kind: 'delta';
      epoch: string;
      seq: number;
      set: Array<{ id: number } & Record<string, unknown>>;
      gone: number[];
    }
  /** The subscription is refused (403), or has ended because the permission was withdrawn. */
  | { id: number; kind: 'denied'; code: number; message: string };

export type ToConsole =
  /** `at`: server wall time, epoch milliseconds, the base of "age of data". Sent at least once a second. */
  | { type: 'frame'; at: number; updates: LiveUpdate[] }
  | { type: 'pong'; t0: number; at: number }
  /** The permissions or zones of the login have changed: the client requests the profile again. */
  | { type: 'rights' }
  /** The login ended (revoked, expired, account gone): the client treats it as code 401 or 998. */
  | { type: 'ended'; code: 401 | 998; key?: MessageKey; message: string }
  /** The login is idle and ends after `left_ms`; null: it is active again. */
  | { type: 'idle'; left_ms: number | null };
