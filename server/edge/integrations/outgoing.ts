import { randomUUID } from 'node:crypto';
import { ruleMessage } from '../../../contract/rules/ruleMessage.ts';
import type { Db } from '../../platform/db/client.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { Zones } from '../../site/zones/zones.ts';
import { failureOf } from '../../sound/radio/failure.ts';
import type { AddressPolicy } from '../../sound/radio/policy.ts';
import type { IntegrationRow } from './integration.repository.ts';
import * as repository from './integration.repository.ts';
import { type IntegrationEvent, subscribes, watchEvents } from './integrationEvents.ts';
import { senders } from './senders.ts';

/** Delays before each further attempt, seconds; after the last one the message is given up. */
const RETRY_S = [5, 30, 120, 600, 3600, 21_600] as const;
/** Messages sent at the same time. */
const AT_ONCE = 4;
const LOOK_EVERY_MS = 2_000;

export interface OutgoingDeps {
  db: Db;
  live: LiveHub;
  zones: Pick<Zones, 'scopeOf'>;
  policy: AddressPolicy;
  integrations(): Iterable<IntegrationRow>;
  /** Called with the result of a message; `error` empty: accepted. */
  outcome(row: IntegrationRow, error: string): void;
  log: { error(details: object, message: string): void };
}

/**
 * Sends alarms and faults to other systems (webhooks, syslog): each message is stored first and sent until
 * it is accepted, also over a restart. Messages may arrive twice or out of order; their ids and times tell.
 */
export function createOutgoing(deps: OutgoingDeps): { close(): Promise<void> } {
  const { db, log } = deps;
  let waiting: { integration_id: number; message_id: string; message: IntegrationEvent['message'] }[] = [];
  let running: Promise<void> | undefined;
  let isClosed = false;

  const unwatch = watchEvents(deps.live, (event) => {
    for (const row of deps.integrations())
      if (senders[row.kind] !== undefined && subscribes(row, event, deps.zones))
        waiting.push({ integration_id: row.id, message_id: `msg_${randomUUID()}`, message: event.message });
    if (waiting.length > 0) look();
  });

  async function later({ id, attempts }: repository.Delivery): Promise<void> {
    const wait = RETRY_S[attempts];
    if (wait === undefined) await repository.delivered(db, id);
    else await repository.postpone(db, id, wait);
  }

  async function deliver(one: repository.Delivery): Promise<void> {
    const row = [...deps.integrations()].find(({ id }) => id === one.integration_id);
    const sender = row && senders[row.kind];
    if (row === undefined || sender === undefined) return repository.delivered(db, one.id);
    // Waits for a readable secret as long as for a receiver.
    if (sender.needsSecret && row.secret === null) return later(one);
    try {
      await sender.send(row, one, deps.policy);
    } catch (error) {
      const { key, params } = failureOf(error);
      deps.outcome(row, ruleMessage(key, params));
      return later(one);
    }
    await repository.delivered(db, one.id);
    deps.outcome(row, '');
  }

  async function work(): Promise<void> {
    const batch = waiting;
    waiting = [];
    try {
      if (batch.length > 0) await repository.enqueue(db, batch);
    } catch (error) {
      waiting = [...batch, ...waiting];
      throw error;
    }
    for (;;) {
      const due = isClosed ? [] : await repository.due(db, AT_ONCE);
      if (due.length === 0) return;
      await Promise.all(due.map(deliver));
    }
  }
  function look(): void {
    if (isClosed) return;
    running ??= work()
      .catch((error) =>
        log.error({ err: error }, 'messages to other systems could not be sent; it is tried again'),
      )
      .finally(() => {
        running = undefined;
      });
  }
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    async close() {
      isClosed = true;
      clearInterval(timer);
      unwatch();
      await running;
    },
  };
}
