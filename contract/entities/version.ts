import { z } from 'zod';
import { fieldText } from '../fieldText.ts';

/** `GET /v1/version`: version of the server and its parts (permission menu_version_info). */
export const versionInfo = z.object({
  server: z.string().describe('Version of the server and its console.'),
  node: z.string().describe('Version of Node.js.'),
  system: z.string().describe('Operating system and processor.'),
  protocol: z.number().int().describe('Version of the terminal protocol.'),
  started_at: z.number().int().describe(fieldText.started_at),
  database: z.string().describe('Version of PostgreSQL.'),
  database_embedded: z.boolean().describe('Whether the server runs the database itself.'),
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
