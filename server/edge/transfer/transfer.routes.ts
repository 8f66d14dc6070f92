import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { entityPermission } from '../../../contract/api/permissions.ts';
import {
  exportFile,
  exportQuery,
  exportTicket,
  groupedBy,
  importQuery,
  importReport,
  maxImportMb,
  type TransferKind,
  transferEntity,
  transferKinds,
} from '../../../contract/api/transfer.ts';
import type { EntityContract } from '../../../contract/entities/entity.ts';
import { accountEntity } from '../../../contract/entities/site/account.ts';
import { partitionEntity } from '../../../contract/entities/site/partition.ts';
import { roleEntity } from '../../../contract/entities/site/role.ts';
import { groupEntities } from '../../../contract/entities/terminals/group.ts';
import { terminalKinds } from '../../../contract/entities/terminals/kinds.ts';
import { type TerminalKind, terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import { virtualCasterEntity } from '../../../contract/entities/terminals/virtualCaster.ts';
import { templateBody, templateResult } from '../../../contract/rules/nameTemplate.ts';
import { templateDoc, transferDocs } from '../../platform/api/entityDocs.ts';
import { mediaPaths } from '../../platform/dataFolder/mediaPaths.ts';
import { asFile } from '../../platform/export/asFile.ts';
import { attachment, exportName } from '../../platform/export/names.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import { createPathTickets } from '../../platform/http/pathTickets.ts';
import {
  checkStill,
  cutWhenLost,
  ticketCaller,
  ticketQuery,
  ticketUrl,
} from '../../platform/http/ticketCaller.ts';
import { receiveFiles } from '../../sound/files/receive.ts';
import { exportRows } from './exportRows.ts';
import { createImport } from './importFile.ts';
import { createTemplates } from './template.ts';
import type { TransferDeps } from './transfer.types.ts';

type ExportQuery = z.output<typeof exportQuery> & z.output<typeof ticketQuery>;
const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * `GET /v1/{kind}/export`, `POST /v1/{kind}/import` and `POST /v1/{kind}/template`. Needs the multipart
 * parser, which the media routes register.
 */
export function transferRoutes(
  app: FastifyInstance,
  deps: TransferDeps & { env: { DATA_DIR: string } },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const ticketed = { tickets: createPathTickets(), callers: deps.callers };
  const importFile = createImport(deps);
  const fill = createTemplates(deps);
  const { incoming } = mediaPaths(deps.env.DATA_DIR);

  function entityOf(kind: TransferKind): EntityContract {
    const own = deps.transferables.get(kind)?.entity;
    if (own !== undefined) return own;
    const member = groupedBy(kind);
    if (member !== null) return groupEntities[member];
    if (kind === 'partition') return partitionEntity;
    if (kind === 'role') return roleEntity;
    if (kind === 'virtual_caster') return virtualCasterEntity;
    return kind === 'user' ? accountEntity : terminalKinds[kind as TerminalKind].entity;
  }

  for (const kind of terminalKindNames)
    routes.post(
      `/v1/${kind}/template`,
      {
        config: { access: entityPermission('edit', kind) },
        schema: {
          ...templateDoc(entityOf(kind).noun),
          tags: [kind],
          body: templateBody,
          response: { 200: envelope(templateResult) },
        },
      },
      async (request) => {
        const results = await fill(kind, callerOf(request), addressOf(request), request.lang, request.body);
        return ok(request, { results });
      },
    );
  for (const kind of transferKinds) {
    const path = `/v1/${kind}/export`;
    const entity = transferEntity(kind);
    const tags = [kind];
    const { filter, noun } = entityOf(kind);
    const docs = transferDocs(noun);
    routes.post(
      `${path}/ticket`,
      {
        config: { access: `list_${entity}` },
        schema: { ...docs.ticket, tags, response: { 200: envelope(exportTicket) } },
      },
      async (request) => ok(request, { url: ticketUrl(request, ticketed, callerOf(request), path) }),
    );
    routes.get(
      path,
      {
        config: { access: 'ticket' },
        schema: {
          ...docs.export,
          tags,
          querystring: exportQuery.extend(filter.shape).extend(ticketQuery.shape),
        },
      },
      async (request, reply) => {
        const { ticket, format, template, q, ...filters } = request.query as ExportQuery;
        const caller = await ticketCaller(request, reply, ticketed, ticket, `list_${entity}`);
        const rows = exportRows(deps, { kind, caller, lang: request.lang, template, q, filters });
        reply
          .header(
            'content-disposition',
            attachment(exportName(deps.config.get().enterprise_code, `${exportFile(kind)}.${format}`)),
          )
          .header('cache-control', 'no-store')
          .type(mediaTypes[format]);
        return reply.send(asFile(rows, format));
      },
    );
    routes.post(
      `/v1/${kind}/import`,
      {
        config: { access: [`create_${entity}`, `edit_${entity}`] },
        schema: {
          ...docs.import,
          tags,
          consumes: ['multipart/form-data'],
          querystring: importQuery,
          body: z.unknown().describe('One part with a file name: CSV or XLSX.'),
          response: { 200: envelope(importReport) },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const needed = [`create_${entity}`, `edit_${entity}`] as const;
        cutWhenLost(reply, deps.callers, caller, needed);
        const received = await receiveFiles(request, incoming, maxImportMb);
        try {
          const [file] = received;
          if (file === undefined || received.length > 1)
            throw new AppError(errorCode.badRequest, 'transfer.noFile');
          if (file.tooLarge)
            throw new AppError(errorCode.tooLarge, 'common.tooLarge', { limit: `${maxImportMb} MB` });
          const dryRun = request.query.dry_run;
          const by = { caller, ip: addressOf(request), lang: request.lang };
          const check = () => checkStill(deps.callers, caller, needed);
          const report = await importFile({ source: file.path, kind, dryRun, check, ...by });
          const isRefused = !dryRun && !report.imported;
          return ok(request, report, isRefused ? 'transfer.refused' : 'common.success');
        } finally {
          await Promise.all(received.map((file) => rm(file.path, { force: true })));
        }
      },
    );
  }
}
