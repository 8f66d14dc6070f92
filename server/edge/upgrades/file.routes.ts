import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode, isMessageKey, messageText } from '../../../contract/api/errors.ts';
import { codeValues, type UpgradeFeature, upgradeFeature } from '../../../contract/codes.ts';
import {
  type UpgradeFile,
  type UpgradeVersions,
  upgradeFileEntity,
  upgradeUploadValue,
  upgradeVersionsValue,
} from '../../../contract/entities/terminals/upgrade.ts';
import type { Language } from '../../../contract/language.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import type { Config } from '../../platform/config/config.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import type { UpgradePaths } from '../../platform/dataFolder/upgradePaths.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import { cutWhenLost } from '../../platform/http/ticketCaller.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import { receiveFiles } from '../../sound/files/receive.ts';
import type { UpgradeFileRow } from './file.repository.ts';
import { kindOfFeature } from './kind.ts';
import type { UpgradeFiles } from './upgradeFiles.ts';

const tags = ['upgrade_file'];

export interface UpgradeFileRouteDeps {
  files: UpgradeFiles;
  paths: UpgradePaths;
  maxMb: number;
  callers: Callers;
  config: Pick<Config, 'get'>;
  terminals: Pick<Terminals, 'directory' | 'gateway'>;
}

/** `GET`, `PATCH`, `DELETE /v1/upgrade_file`, upload, and the versions that terminals run. */
export function upgradeFileRoutes(app: FastifyInstance, deps: UpgradeFileRouteDeps): void {
  const { files } = deps;
  const { directory, gateway } = deps.terminals;

  /** Number of terminals of a kind for each version, as far as the caller sees them. */
  function versionsOf(caller: Caller, feature: UpgradeFeature) {
    const versions = new Map<string, { terminals: number; online: number }>();
    for (const terminal of directory.all()) {
      if (terminal.kind !== kindOfFeature(feature) || !inScope(caller.scope, terminal.org)) continue;
      const { client_version } = terminal.seen;
      const counted = versions.get(client_version) ?? { terminals: 0, online: 0 };
      counted.terminals += 1;
      if (gateway.link(terminal.id) !== undefined) counted.online += 1;
      versions.set(client_version, counted);
    }
    return versions;
  }

  function present(row: UpgradeFileRow, caller: Caller, lang: Language): UpgradeFile {
    const versions = versionsOf(caller, row.feature_code);
    const held = files.all.get(row.id) ?? row;
    const { build_status, build_error } = held;
    return {
      ...row,
      build_status,
      build_reason: isMessageKey(build_error) ? messageText(build_error, lang) : '',
      signer: deps.config.get().upgrade_keys.find(({ key }) => key === row.signer_key)?.name ?? null,
      running: versions.get(row.version)?.terminals ?? 0,
      terminals: [...versions.values()].reduce((sum, one) => sum + one.terminals, 0),
    };
  }

  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    '/v1/upgrade_file/versions',
    {
      config: { access: 'list_upgrade_file' },
      schema: { tags, response: { 200: envelope(upgradeVersionsValue) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const rows: UpgradeVersions['rows'] = [];
      for (const feature_code of codeValues(upgradeFeature))
        for (const [version, counted] of versionsOf(caller, feature_code))
          rows.push({ feature_code, version, ...counted });
      return ok(request, { rows: rows.sort((a, b) => b.terminals - a.terminals) });
    },
  );
  crudRoutes(app, upgradeFileEntity, files.crud, {
    without: ['create'],
    present: (row, caller, lang) => present(row, caller, lang),
  });
  routes.post(
    '/v1/upgrade_file/upload',
    {
      config: { access: 'create_upgrade_file' },
      schema: {
        tags,
        consumes: ['multipart/form-data'],
        body: z
          .unknown()
          .describe('The part with a file name is the package (docs/protocols/upgrade-package.md).'),
        response: { 200: envelope(upgradeUploadValue) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      cutWhenLost(reply, deps.callers, caller, 'create_upgrade_file');
      const received = await receiveFiles(request, deps.paths.incoming, deps.maxMb);
      try {
        const [upload] = received;
        if (upload === undefined || received.length > 1)
          throw new AppError(errorCode.badRequest, 'upgrade.oneFile');
        const row = await files.accept(upload, caller, addressOf(request));
        return ok(request, present(row, caller, request.lang));
      } finally {
        await Promise.all(received.map(({ path }) => rm(path, { force: true })));
      }
    },
  );
}
