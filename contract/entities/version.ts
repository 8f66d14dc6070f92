import { z } from 'zod';

/** `GET /v1/version`: what runs here (screens: menu_version_info). */
export const versionInfo = z.object({
  /** Of the server, and of the console that it serves. */
  server: z.string(),
  node: z.string(),
  /** Operating system and its processor. */
  system: z.string(),
  /** Of the protocol that terminals speak (docs/terminal-protocol.md). */
  protocol: z.number().int(),
  /** Epoch seconds. */
  started_at: z.number().int(),
  /** Of PostgreSQL, and whether the server runs it itself. */
  database: z.string(),
  database_embedded: z.boolean(),
  /** What this installation is made of, by the names of the packages. */
  licences: z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() })),
});
export type VersionInfo = z.output<typeof versionInfo>;
