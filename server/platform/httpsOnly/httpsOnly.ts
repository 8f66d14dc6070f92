import type { Config } from '../config/config.ts';
import { clearHttpRequest, isHttpRequested } from './allowHttp.ts';

/** Interval at which the file that allows plain HTTP is looked for, ms. */
const LOOK_MS = 1_000;
/** The machine itself, as the audit log names it. */
const local = { accountId: null, code: '' };

/** Setting by which the site is reached by HTTPS only. */
export interface HttpsOnly {
  isOn(): boolean;
  /** Takes in that the machine itself allows plain HTTP again (`npm run settings -- --allow-http`). */
  look(): Promise<void>;
  close(): void;
}

export interface HttpsOnlyDeps {
  config: Pick<Config, 'get' | 'patch'>;
  dataDir: string;
  /** Time of the snapshot that the server runs from; null: it runs with its database. */
  snapshotAt(): number | null;
  log: { warn(details: object, message: string): void };
}

export function createHttpsOnly({ config, dataDir, snapshotAt, log }: HttpsOnlyDeps): HttpsOnly {
  /** True while HTTP is allowed by the file and the setting itself is not withdrawn yet. */
  let isLifted = false;

  async function look(): Promise<void> {
    if (!isHttpRequested(dataDir)) {
      isLifted = false;
      return;
    }
    if (!isLifted && config.get().https_only)
      log.warn({}, 'plain HTTP is allowed again by a command on this machine');
    isLifted = true;
    // Without the database it holds in memory, and the file stays for another start.
    if (snapshotAt() !== null) return;
    try {
      if (config.get().https_only) await config.patch(local, 'local', { https_only: false });
      clearHttpRequest(dataDir);
      isLifted = false;
    } catch (err) {
      log.warn({ err }, 'the setting to allow plain HTTP could not be stored');
    }
  }
  // One at a time: the database may take longer than the interval.
  let looking: Promise<void> | null = null;
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  const timer = setInterval(() => void lookOnce(), LOOK_MS).unref();
  isLifted = isHttpRequested(dataDir);
  return {
    isOn: () => config.get().https_only && !isLifted,
    look: lookOnce,
    close: () => clearInterval(timer),
  };
}
