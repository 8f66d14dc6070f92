import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode, type MessageKey } from '../../../contract/api/errors.ts';
import { licenceSetting } from '../../../contract/entities/site/systemConfig.ts';
import { type TerminalLicence, terminalLicence } from '../../../contract/entities/site/terminalLicence.ts';
import { type TerminalKind, terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import type { Config } from '../../platform/config/config.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { Directory } from './directory.ts';

/**
 * Licences per kind of terminal (docs/rules/terminals.md#licences-per-kind). A lower number takes nothing from the
 * terminals that are adopted: only further adoptions are refused.
 */
export function createKindLicences(deps: {
  directory: Pick<Directory, 'adoptedOf'>;
  config: Pick<Config, 'get'>;
}) {
  const { directory, config } = deps;
  /** Adoptions that are being stored. */
  const pending = new Map<TerminalKind, number>();
  const limitOf = (kind: TerminalKind) => config.get()[licenceSetting(kind)];

  /** @throws AppError 999 when all licences of the kind are in use */
  function check(kind: TerminalKind): void {
    const limit = limitOf(kind);
    if (limit === 0 || directory.adoptedOf(kind) + (pending.get(kind) ?? 0) < limit) return;
    throw new AppError(errorCode.refused, 'terminal.licenceLimit', {
      role: `terminalKind.${kind}` satisfies MessageKey,
      limit,
    });
  }

  return {
    check,
    /**
     * Takes a licence for an adoption. Call the result once the terminal is in the directory, or was not stored.
     * @throws AppError as `check`
     */
    reserve(kind: TerminalKind): () => void {
      check(kind);
      pending.set(kind, (pending.get(kind) ?? 0) + 1);
      return () => pending.set(kind, (pending.get(kind) ?? 1) - 1);
    },
    list: (): TerminalLicence[] =>
      terminalKindNames.map((kind) => ({ kind, used: directory.adoptedOf(kind), limit: limitOf(kind) })),
  };
}
export type KindLicences = ReturnType<typeof createKindLicences>;

/** Route of the licences per kind, for the system settings and the version screen. */
export function kindLicenceRoutes(app: FastifyInstance, licences: Pick<KindLicences, 'list'>): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/sys/terminal_licence',
    {
      config: { access: ['menu_sys_config', 'menu_version_info'], fromSnapshot: true },
      schema: { tags: ['system'], response: { 200: envelope(z.array(terminalLicence)) } },
    },
    async (request) => ok(request, licences.list()),
  );
}
