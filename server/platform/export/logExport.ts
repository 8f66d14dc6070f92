import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { envelope, type KeyPage } from '../../../contract/api/envelope.ts';
import { isMessageKey, messageText } from '../../../contract/api/errors.ts';
import type { LogColumn } from '../../../contract/api/logColumn.ts';
import { logTicket } from '../../../contract/api/logs.ts';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import type { Language } from '../../../contract/language.ts';
import { neutral } from '../../../contract/rules/neutralCell.ts';
import { withSystemNames } from '../../../contract/systemName.ts';
import type { Caller, Callers } from '../auth/callers.ts';
import type { Config } from '../config/config.ts';
import { callerOf } from '../http/access.ts';
import { ok } from '../http/envelope.ts';
import { visibleTo } from '../http/fieldRights.ts';
import { createPathTickets } from '../http/pathTickets.ts';
import { ticketCaller, ticketQuery, ticketUrl } from '../http/ticketCaller.ts';
import { asFile } from './asFile.ts';
import { attachment, exportName } from './names.ts';

/** Rows per query. */
const CHUNK = 250;

export interface LogExportDeps {
  config: Pick<Config, 'get'>;
  callers: Callers;
  zones: { get(id: number): { name: string } | undefined };
  env: { TZ_SITE: string };
}

/** Log that can be exported as a file. */
export interface ExportedLog<Row, Query extends { before?: number | undefined; limit: number }> {
  /** Path under `/v1/`; also the name of the file. */
  path: string;
  access: PermissionKey;
  query: z.ZodObject & z.ZodType<Query>;
  columns: readonly LogColumn<Row>[];
  /** Reads the same pages as the list. */
  page(caller: Caller, query: Query): Promise<KeyPage<Row>>;
}

/**
 * `POST /v1/{log}/export/ticket` and `GET /v1/{log}/export?ticket=`: exports the rows that pass the list's
 * filters as CSV, newest first, streamed from the database.
 */
export function logExportRoutes<Row, Query extends { before?: number | undefined; limit: number }>(
  app: FastifyInstance,
  deps: LogExportDeps,
  log: ExportedLog<Row, Query>,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const ticketed = { tickets: createPathTickets(), callers: deps.callers };
  const path = `/v1/${log.path}/export`;
  const tags = [log.path];

  async function* rowsOf(caller: Caller, lang: Language, query: Query): AsyncGenerator<string[]> {
    yield log.columns.map((column) => column.label[lang]);
    const visible = visibleTo(caller);
    for (let before = query.before; ; ) {
      const page = { ...query, before, limit: CHUNK };
      const { rows, next } = await log.page(caller, page);
      for (const row of rows) {
        const shown = visible(row);
        yield log.columns.map((column) => neutral(withSystemNames(cell(lang, column, shown), lang)));
      }
      if (next === null) return;
      before = next;
    }
  }

  function cell(lang: Language, { key, time, values }: LogColumn<Row>, row: Row): string {
    const value: unknown = row[key];
    if (value === null || value === undefined) return '';
    if (time === true) return formatTimestamp(Number(value), '', deps.env.TZ_SITE);
    if (values !== undefined) return values[String(value)]?.[lang] ?? String(value);
    if (key === 'org') return deps.zones.get(Number(value))?.name ?? '';
    if (key === 'online_role') {
      const label = `codes.terminalRole.${value}`;
      return isMessageKey(label) ? messageText(label, lang) : String(value);
    }
    if (Array.isArray(value)) return value.join(', ');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }

  routes.post(
    `${path}/ticket`,
    { config: { access: log.access }, schema: { tags, response: { 200: envelope(logTicket) } } },
    async (request) => ok(request, { url: ticketUrl(request, ticketed, callerOf(request), path) }),
  );
  routes.get(
    path,
    {
      config: { access: 'ticket' },
      schema: { tags, querystring: log.query.extend(ticketQuery.shape) },
    },
    async (request, reply) => {
      const { ticket, ...query } = request.query as unknown as Query & { ticket: string };
      const caller = await ticketCaller(request, reply, ticketed, ticket, log.access);
      reply
        .header(
          'content-disposition',
          attachment(exportName(deps.config.get().enterprise_code, `${log.path}.csv`)),
        )
        .header('cache-control', 'no-store')
        .type('text/csv; charset=utf-8');
      return reply.send(asFile(rowsOf(caller, request.lang, query as unknown as Query), 'csv'));
    },
  );
}
