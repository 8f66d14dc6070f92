import { existsSync, readFileSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { VersionInfo } from '../../../contract/entities/site/version.ts';
import { PROTOCOL_VERSION } from '../../../contract/protocol/frames.ts';
import type { Db } from '../db/client.ts';
import { databaseVersion } from '../health/system.repository.ts';
import { workerSandbox } from '../workers/sandbox.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Lock {
  packages: Record<string, { version?: string; license?: string; dev?: boolean }>;
}

/** Version of this program. */
export const serverVersion = (readJson('package.json') as { version: string }).version;

/** Reads versions; files and database are read once. */
export function createVersions(deps: {
  db: Db;
  env: { DATABASE_URL?: string | undefined };
}): () => Promise<VersionInfo> {
  const started_at = Math.floor(Date.now() / 1000 - process.uptime());
  let fixed: Pick<VersionInfo, 'server' | 'licences' | 'database'> | undefined;
  return async () => {
    fixed ??= {
      server: serverVersion,
      licences: licences(readJson('package-lock.json') as Lock),
      database: await databaseVersion(deps.db),
    };
    return {
      ...fixed,
      node: process.versions.node,
      system: `${type()} ${release()} ${arch()}`,
      protocol: PROTOCOL_VERSION,
      started_at,
      worker_sandbox: await workerSandbox(),
      database_embedded: !deps.env.DATABASE_URL,
    };
  };
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}

/** Installed packages without development dependencies; every installed version of a package is listed. */
function licences({ packages }: Lock): VersionInfo['licences'] {
  const found = new Map<string, VersionInfo['licences'][number]>();
  for (const [path, { version = '', license = '', dev }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (path === '' || dev === true || !existsSync(join(root, path))) continue;
    found.set(`${name} ${version}`, { name, version, licence: license });
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
