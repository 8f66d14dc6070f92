import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../server/platform/process/startError.ts';

/** Values that the unit of a machine is made from. */
export interface UnitChoice {
  mode: 'system' | 'user';
  /** Absolute folder of the program. */
  root: string;
  /** Absolute. */
  dataDir: string;
  /** Account that it runs under; not used in user mode. */
  account: string;
  /** Listens on a port below 1024. */
  hasLowPort: boolean;
}

/** Folder of the program in the unit of the repository, and the data folder that systemd creates. */
const ASSUMED_ROOT = '/opt/tocsin';
export const STATE_DIR = '/var/lib/tocsin';
/** Folders that `ProtectHome=yes` hides. */
const HOMES = /^\/(home|root|run\/user)(\/|$)/;
/** Others would have to be quoted in ways that differ from setting to setting. */
const PLAIN_PATH = /^\/[\w./@+-]*$/;

/** Settings that need the rights of the system's own manager: no user's manager can grant them. */
const SYSTEM_ONLY =
  /^(User|Group|StateDirectory|StateDirectoryMode|CacheDirectory|Nice|OOMScoreAdjust|CapabilityBoundingSet|AmbientCapabilities|Private\w+|Protect\w+|RemoveIPC|Wants|After)=|^Environment=NODE_COMPILE_CACHE=/;

/**
 * The unit in `deploy/systemd` with the paths, account and rights of a machine.
 *
 * @throws StartError when a path cannot stand in a unit
 */
export function unitFor(choice: UnitChoice): string {
  const { mode, root, dataDir, account, hasLowPort } = choice;
  for (const path of [root, dataDir]) {
    if (PLAIN_PATH.test(path)) continue;
    throw new StartError(
      `The path ${path} has a blank or a sign in it that a unit of systemd takes for something else.\n` +
        `Move it to one with letters, digits and . / @ + - _ only, for example ${ASSUMED_ROOT}.`,
    );
  }
  const isOwnFolder = mode === 'user' || dataDir !== STATE_DIR;
  const low = hasLowPort && mode === 'system' ? 'CAP_NET_BIND_SERVICE' : '';
  const lines = readFileSync(join(root, 'deploy', 'systemd', 'tocsin.service'), 'utf8')
    .replaceAll(ASSUMED_ROOT, root)
    .split('\n')
    .flatMap((line): string[] => {
      if (mode === 'user' && SYSTEM_ONLY.test(line)) return [];
      if (line.startsWith('User=') || line.startsWith('Group=')) return [`${line.split('=', 1)}=${account}`];
      if (line.startsWith('StateDirectory') && isOwnFolder) return [];
      if (line.startsWith('Environment=DATA_DIR=')) return [`Environment=DATA_DIR=${dataDir}`];
      if (line.startsWith('EnvironmentFile=') && mode === 'user')
        return ['EnvironmentFile=-%h/.config/tocsin.env'];
      if (line.startsWith('ProtectSystem=') && isOwnFolder) return [line, `ReadWritePaths=${dataDir}`];
      if (line.startsWith('ProtectHome=') && [root, dataDir].some((path) => HOMES.test(path)))
        return ['ProtectHome=read-only'];
      if (/^(CapabilityBoundingSet|AmbientCapabilities)=/.test(line)) return [`${line}${low}`];
      if (line.startsWith('WantedBy=') && mode === 'user') return ['WantedBy=default.target'];
      return [line];
    });
  return lines.join('\n');
}
