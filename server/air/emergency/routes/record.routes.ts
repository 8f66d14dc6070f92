import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope, idParams, keyQuery, pageOf, pageQuery } from '../../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { alarmStatus } from '../../../../contract/codes.ts';
import {
  type AlarmRecord,
  type AlarmTarget,
  alarmRecordColumns,
  alarmRecordDetail,
  alarmRecordPatch,
  alarmRecordQuery,
  alarmRecordRow,
  alarmTargetRow,
} from '../../../../contract/entities/tasks/alarm.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import type { Db } from '../../../platform/db/client.ts';
import { type LogExportDeps, logExportRoutes } from '../../../platform/export/logExport.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { inScope } from '../../../platform/live/scope.ts';
import { earlier } from '../../broadcast/broadcast.queries.ts';
import type { Engine } from '../../engine/engineApi.ts';
import { readReason } from '../../engine/storedReason.ts';
import type { Journal } from '../../journal/journal.ts';
import { readableEvent } from '../journal/eventParams.ts';
import type { Alarms } from '../machine/alarmsApi.ts';
import * as repository from './record.repository.ts';

const tags = ['alarm_record'];
const path = '/v1/alarm_record';

export interface RecordDeps extends LogExportDeps {
  db: Db;
  audit: Audit;
  engine: Pick<Engine, 'get' | 'stateOf' | 'reasonOf'>;
  alarms: Pick<Alarms, 'all'>;
  journal: Pick<Journal, 'stored'>;
}

/**
 * Time that a reader waits for the writes of running alarms, ms, so that records show an alarm from its
 * start.
 */
const TIMEOUT_MS = 2_000;

const zonesOf = ({ scope }: Caller) => (scope.all === true ? null : [...scope.ids]);
const toSeconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000));

function recordOf({ scope }: Caller, { row, ...found }: repository.RecordFacts): AlarmRecord {
  const { plan_id, plan_name, device_name, origin, drill, state, cancelled, note, rev } = row;
  return {
    id: row.id,
    plan_id,
    plan_name,
    device_name,
    created_at: row.created_at,
    alarming_at: toSeconds(row.alarming_at),
    acknowledged_at: toSeconds(row.acknowledged_at),
    acknowledged_by: row.acknowledged_by,
    reset_at: toSeconds(row.reset_at),
    reset_by_user: row.reset_by_user,
    ended_how: found.ended_how,
    status: row.ended_at === null ? alarmStatus.start : alarmStatus.stop,
    state,
    cancelled,
    drill,
    origin,
    input_nums: row.input_nums,
    output_nums: row.output_nums,
    org: row.orgs?.filter((id) => inScope(scope, id)) ?? null,
    targets: found.targets,
    heard: found.heard,
    behind_relay: found.behind_relay,
    first_sound_ms:
      found.first_sound_at === null ? null : Math.max(0, Math.round(found.first_sound_at - row.began_at)),
    note,
    rev,
  };
}

/** Routes of alarm records: every start of a plan, with its timeline and proof of delivery. */
export function recordRoutes(app: FastifyInstance, deps: RecordDeps): void {
  const { db, engine } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  /** Resolves when the records are complete for the running alarms, or after `TIMEOUT_MS`. */
  async function upToDate(): Promise<void> {
    const writes = [...deps.alarms.all()].map(({ id }) => deps.journal.stored(`alarm ${id}`));
    if (writes.length === 0) return;
    const timeout = new AbortController();
    await Promise.race([
      Promise.all(writes),
      delay(TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {}),
    ]);
    timeout.abort();
  }

  async function found(caller: Caller, id: number): Promise<repository.RecordFacts> {
    await upToDate();
    const record = await repository.one(db, zonesOf(caller), id);
    if (record === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
    return record;
  }

  logExportRoutes(app, deps, {
    path: 'alarm_record',
    access: 'list_alarm_record',
    query: alarmRecordQuery.omit({ page: true, sort: true }).extend({ before: keyQuery.shape.before }),
    columns: alarmRecordColumns,
    async page(caller, { before, limit, ...filter }) {
      const rows = await repository.before(db, zonesOf(caller), filter, before, limit);
      const next = rows.length < limit ? null : (rows.at(-1)?.row.id ?? null);
      return { rows: rows.map((row) => recordOf(caller, row)), next };
    },
  });
  routes.get(
    path,
    {
      config: { access: 'list_alarm_record' },
      schema: { tags, querystring: alarmRecordQuery, response: { 200: envelope(pageOf(alarmRecordRow)) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { page, limit } = request.query;
      await upToDate();
      const { rows, ...totals } = await repository.list(db, zonesOf(caller), request.query);
      return ok(request, { rows: rows.map((row) => recordOf(caller, row)), ...totals, page, limit });
    },
  );
  routes.get(
    `${path}/:id`,
    {
      config: { access: 'list_alarm_record' },
      schema: { tags, params: idParams, response: { 200: envelope(alarmRecordDetail) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const record = await found(caller, request.params.id);
      const events = await repository.events(db, record.row.id);
      const readable = events.flatMap((event) => readableEvent(caller.scope, event) ?? []);
      return ok(request, { ...recordOf(caller, record), events: readable });
    },
  );
  routes.patch(
    `${path}/:id`,
    {
      config: { access: 'edit_alarm_record' },
      schema: {
        tags,
        params: idParams,
        body: alarmRecordPatch,
        response: { 200: envelope(alarmRecordRow) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { note, rev } = request.body;
      const { row } = await found(caller, request.params.id);
      const ip = addressOf(request);
      await db.transaction(async (tx) => {
        if ((await repository.setNote(tx, row.id, note, rev)) === undefined)
          throw new AppError(errorCode.conflict, 'common.conflict');
        const event = { at: Date.now(), kind: 'note' as const, by: caller.name, peer_addr: ip };
        await repository.insertNoteEvent(tx, row.id, { ...event, params: { text: note } });
        const entry = { action: 'edit', entity: 'alarm_record', entity_id: row.id, ip };
        await deps.audit.record(tx, caller, { ...entry, before: { note: row.note }, after: { note } });
      });
      return ok(request, recordOf(caller, await found(caller, row.id)));
    },
  );
  routes.get(
    `${path}/:id/target`,
    {
      config: { access: 'list_alarm_record' },
      schema: {
        tags,
        params: idParams,
        querystring: pageQuery,
        response: { 200: envelope(pageOf(alarmTargetRow)) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { row } = await found(caller, request.params.id);
      const { page, limit, q } = request.query;
      const options = { first: unheard(row.id), q, limit, offset: (page - 1) * limit };
      const { rows, total } = await repository.targets(db, row.id, zonesOf(caller), options);
      return ok(request, { rows: rows.map(targetOf), total, page, limit });
    },
  );

  /** Terminals of a running alarm that do not sound now. */
  function unheard(id: number): number[] {
    const alarm = [...deps.alarms.all()].find((one) => one.id === id);
    return (alarm?.sounds ?? []).flatMap(({ broadcast }) => {
      const b = broadcast === null ? undefined : engine.get(broadcast);
      if (b === undefined) return [];
      return [...b.targets.values()].flatMap((target) =>
        engine.stateOf(b, target) === 'sounding' ? [] : target.terminalId,
      );
    });
  }

  /** A stored target with its current state while it is on the air, and with what it played without a link. */
  function targetOf({ reason, broadcast, offline_ms, ...stored }: repository.StoredTarget): AlarmTarget {
    const b = engine.get(broadcast);
    const target = b?.targets.get(stored.terminal_id);
    if (b !== undefined && target !== undefined) {
      const { first_sound_at, played_ms, lost, late, gaps, missed_ms } = target.proof();
      const proof = {
        first_sound_at: earlier(first_sound_at, stored.first_sound_at),
        played_ms: played_ms + offline_ms,
        lost,
        late,
        gaps,
        missed_ms,
      };
      return { ...stored, ...proof, state: engine.stateOf(b, target), reason: engine.reasonOf(b, target) };
    }
    const read = readReason(reason);
    const played_ms = stored.played_ms + offline_ms;
    return { ...stored, played_ms, state: read.left ? 'left' : 'ended', reason: read.reason };
  }
}
