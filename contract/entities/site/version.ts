import { z } from 'zod';
import { fieldText } from '../../rules/fieldText.ts';

/**
 * Isolation of programs that decode uploaded or streamed data: without network and other files, without network,
 * unable to gain rights, or with resource limits only.
 */
export const workerSandbox = z.enum(['files', 'network', 'privileges', 'none']);
export type WorkerSandbox = z.output<typeof workerSandbox>;

/** `GET /v1/version`: version of the server and its parts (permission menu_version_info). */
export const versionInfo = z.object({
  server: z.string().describe('Version of the server and its console.'),
  node: z.string().describe('Version of Node.js.'),
  system: z.string().describe('Operating system and processor.'),
  protocol: z.number().int().describe('Version of the terminal protocol.'),
  started_at: z.number().int().describe(fieldText.started_at),
  database: z.string().describe('Version of PostgreSQL.'),
  database_embedded: z.boolean().describe('Whether the server runs the database itself.'),
  worker_sandbox: workerSandbox.describe(
    'Isolation of the processes that decode uploads, streams, tables and speech. `files`: no network, and no file but those of their job; `network`: no network; `privileges`: no way to gain privileges; `none`: limits of memory, time and file size only.',
  ),
  licences: z
    .array(
      z.object({
        name: z.string().describe(fieldText.name),
        version: z.string().describe(fieldText.version),
        licence: z.string().describe('Licence of the package.'),
      }),
    )
    .describe('Packages that the installation is made of.'),
});
export type VersionInfo = z.output<typeof versionInfo>;
