import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope, idParams, keyPageOf, pageOf } from '../../../contract/api/envelope.ts';
import { AppError, errorCode, isMessageKey, messageText } from '../../../contract/api/errors.ts';
import { exportTicket } from '../../../contract/api/transfer.ts';
import {
  type TaskLogRow,
  taskLogColumns,
  taskLogExportQuery,
  taskLogQuery,
  taskLogRow,
  taskLogTarget,
  taskLogTargetColumns,
  taskLogTargetQuery,
} from '../../../contract/entities/tasks/taskLog.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import type { Language } from '../../../contract/language.ts';
import { neutral } from '../../../contract/rules/neutralCell.ts';
import { withSystemNames } from '../../../contract/systemName.ts';
import type { BroadcastQueries } from '../../air/broadcast/broadcast.queries.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { asFile } from '../../platform/export/asFile.ts';
import { attachment } from '../../platform/export/names.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { createPathTickets } from '../../platform/http/pathTickets.ts';
import { ticketCaller, ticketQuery, ticketUrl } from '../../platform/http/ticketCaller.ts';
import { reasonText } from './reasonText.ts';
import * as repository from './taskLog.repository.ts';

const tags = ['task_log'];
const path = '/v1/task_log';
/** Runs, and targets of a run, per query of an export. */
const CHUNK = 200;
const TARGETS = 500;

export interface TaskLogDeps {
  db: Db;
  callers: Callers;
  queries: Pick<BroadcastQueries, 'targetPage'>;
  /** Time zone of the site, for times in the export. */
  timeZone: string;
}

const zonesOf = (caller: Caller) => (caller.scope.all === true ? null : [...caller.scope.ids]);

function rowOf(run: repository.LoggedRun, lang: Language): TaskLogRow {
  const { error, last_sound_at } = run;
  const fromMs = run.due_at ?? run.started_ms ?? run.started_at * 1000;
  return {
    id: run.id,
    task_name: run.name,
    start_time: run.started_at,
    end_time: run.ended_at,
    due_time: run.due_at === null ? null : Math.floor(run.due_at / 1000),
    task_type: run.task_type,
    audio_source: run.audio_source,
    operator_code: run.operator_code,
    device_code: run.device_code,
    capturer_code: run.capturer_code,
    capturer_channel: run.capturer_channel,
    gpio_code: run.gpio_code,
    task_id: run.task_id,
    result: run.end_reason as TaskLogRow['result'],
    error: error !== null && isMessageKey(error.key) ? messageText(error.key, lang, error.params) : '',
    targets: run.targets,
    heard: run.heard,
    behind_relay: run.behind_relay,
    received: run.received,
    lost: run.lost,
    late: run.late,
    gaps: run.gaps,
    missed_ms: run.missed_ms,
    first_sound_ms: last_sound_at === null ? null : Math.max(0, Math.round(last_sound_at - fromMs)),
  };
}

/** Routes of the task log: every run of every task, with its proof of delivery. */
export function taskLogRoutes(app: FastifyInstance, deps: TaskLogDeps): void {
  const { db, queries } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const ticketed = { tickets: createPathTickets(), callers: deps.callers };

  async function found(caller: Caller, id: number): Promise<repository.LoggedRun> {
    const run = await repository.one(db, zonesOf(caller), id);
    if (run === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
    return run;
  }

  routes.get(
    path,
    {
      config: { access: 'list_task_log' },
      schema: { tags, querystring: taskLogQuery, response: { 200: envelope(keyPageOf(taskLogRow)) } },
    },
    async (request) => {
      const { limit, ...filter } = request.query;
      const runs = await repository.list(db, zonesOf(callerOf(request)), filter, limit);
      const shown = runs.slice(0, limit);
      const next = runs.length > limit ? (shown.at(-1)?.id ?? null) : null;
      return ok(request, { rows: shown.map((run) => rowOf(run, request.lang)), next });
    },
  );
  routes.post(
    `${path}/export/ticket`,
    { config: { access: 'list_task_log' }, schema: { tags, response: { 200: envelope(exportTicket) } } },
    async (request) =>
      ok(request, { url: ticketUrl(request, ticketed, callerOf(request), `${path}/export`) }),
  );
  routes.get(
    `${path}/export`,
    {
      config: { access: 'ticket' },
      schema: { tags, querystring: taskLogExportQuery.extend(ticketQuery.shape) },
    },
    async (request, reply) => {
      const { ticket, terminals, ...filter } = request.query;
      const caller = await ticketCaller(request, reply, ticketed, ticket, 'list_task_log');
      reply
        .header('content-disposition', attachment('task-log.csv'))
        .header('cache-control', 'no-store')
        .type('text/csv; charset=utf-8');
      return reply.send(asFile(lines(caller, request.lang, filter, terminals), 'csv'));
    },
  );
  routes.get(
    `${path}/:id`,
    {
      config: { access: 'list_task_log' },
      schema: { tags, params: idParams, response: { 200: envelope(taskLogRow) } },
    },
    async (request) => ok(request, rowOf(await found(callerOf(request), request.params.id), request.lang)),
  );
  routes.get(
    `${path}/:id/target`,
    {
      config: { access: 'list_task_log' },
      schema: {
        tags,
        params: idParams,
        querystring: taskLogTargetQuery,
        response: { 200: envelope(pageOf(taskLogTarget)) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id } = await found(caller, request.params.id);
      const { heard, ...page } = request.query;
      const state = heard === undefined ? {} : { state: heard ? ('heard' as const) : ('unheard' as const) };
      return ok(request, await queries.targetPage(caller, id, { ...page, ...state }));
    },
  );

  /** Streams the filtered rows as lines of texts. */
  async function* lines(
    caller: Caller,
    lang: Language,
    filter: repository.LogFilter,
    byTerminal: boolean,
  ): AsyncGenerator<string[]> {
    const columns = byTerminal ? [...taskLogColumns, ...taskLogTargetColumns] : taskLogColumns;
    yield columns.map((column) => column.label[lang]);
    for (let before = filter.before; ; ) {
      const page = { ...filter, before };
      const runs = await repository.list(db, zonesOf(caller), page, CHUNK);
      const shown = runs.slice(0, CHUNK);
      for (const run of shown) {
        const row = rowOf(run, lang);
        const cells = taskLogColumns.map((column) =>
          textOf(row[column.key as keyof TaskLogRow], column, lang),
        );
        if (!byTerminal) yield cells;
        else for await (const own of targetLines(caller, run.id, lang)) yield [...cells, ...own];
      }
      if (runs.length <= CHUNK) return;
      before = shown.at(-1)?.id;
    }
  }

  async function* targetLines(caller: Caller, id: number, lang: Language): AsyncGenerator<string[]> {
    for (let page = 1; ; page++) {
      const { rows, total } = await queries.targetPage(caller, id, { page, limit: TARGETS });
      for (const row of rows)
        yield [
          neutral(row.code),
          neutral(row.name),
          row.first_sound_at === null
            ? ''
            : formatTimestamp(Math.floor(row.first_sound_at / 1000), '', deps.timeZone),
          String(Math.round(row.played_ms / 1000)),
          String(row.received),
          String(row.lost),
          String(row.late),
          String(row.gaps ?? ''),
          String(row.missed_ms ?? ''),
          neutral(withSystemNames(reasonText(row.reason, lang, deps.timeZone), lang)),
        ];
      if (page * TARGETS >= total) return;
    }
  }

  function textOf(
    value: TaskLogRow[keyof TaskLogRow],
    { key, values, none }: (typeof taskLogColumns)[number],
    lang: Language,
  ): string {
    if (value === null) return none?.[lang] ?? '';
    if (values !== undefined) return values[String(value)]?.[lang] ?? String(value);
    if (key.endsWith('_time') && typeof value === 'number') return formatTimestamp(value, '', deps.timeZone);
    return neutral(withSystemNames(String(value), lang));
  }
}
