import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../../server/db/embedded.ts';
import { readPidFile, servesCluster } from '../../server/db/postmaster.ts';
import { endWithParent } from './endWithParent.ts';
import { copyTemplate } from './serverTemplate.ts';

export interface ServerOptions {
  /** Settings over the defaults (free ports, ADMIN_PASSWORD, LOG_LEVEL info); the data folder is a temporary one. */
  env?: Record<string, string>;
  /** Command that the server is started under, such as `['taskset', '-c', '0']`. */
  under?: string[];
  /** Folder in which its data folder is made; absent: that of the system for temporary files. */
  folder?: string;
  /** Milliseconds until it must listen. */
  limit?: number;
  /** On an empty folder, as the first time; else after a first start, where a template of that is there. */
  fresh?: boolean;
}

export interface TestServer {
  /** `http://127.0.0.1:PORT`; after `start` anew the port is the same. */
  readonly url: string;
  readonly httpsUrl: string;
  readonly port: number;
  readonly httpsPort: number;
  /** Process id of the server. */
  readonly pid: number;
  readonly dataDir: string;
  /** Password of the account `admin`. */
  readonly adminPassword: string;
  /** All that it has printed, of every start. */
  output: () => string;
  /** Starts it again on the same data and the same ports, after `kill9` or `end`. */
  start: () => Promise<void>;
  /** Graceful end; the exit code. The data stays. */
  end: () => Promise<number | null>;
  /** The process is gone at once; its database lives on, as after a crash. */
  kill9: () => Promise<void>;
  /** Graceful end, of the database too, and the data is removed. Call it in the end, whatever happened. */
  stop: () => Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const adminPassword = 'Test-password-1';

/** Starts the real server as a process of its own, and waits until it listens. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env;
  const dataDir = mkdtempSync(join(options.folder ?? tmpdir(), 'tocsin-server-'));
  if (!options.fresh) copyTemplate(dataDir, options.env ?? {});
  let output = '';
  let child: ChildProcess | undefined;
  let guard: ReturnType<typeof endWithParent> | undefined;
  let ports = { http: 0, https: 0 };

  const gone = async (signal: NodeJS.Signals): Promise<number | null> => {
    const running = child;
    child = undefined;
    guard?.dismiss();
    if (!running || running.exitCode !== null || running.signalCode !== null)
      return running?.exitCode ?? null;
    const exit = new Promise<number | null>((resolve) => running.once('exit', resolve));
    running.kill(signal);
    return exit;
  };

  const start = async () => {
    const [command = process.execPath, ...args] = [
      ...(options.under ?? []),
      process.execPath,
      'server/main.ts',
    ];
    const started = spawn(command, args, {
      cwd: root,
      env: {
        ...inherited,
        PORT: String(ports.http),
        HTTPS_PORT: String(ports.https),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: adminPassword,
        LOG_LEVEL: 'info',
        // Beside busy tests the lowest priority would hardly ever get a turn.
        MEDIA_NICE: '0',
        // Tests put files into its folder, which are theirs; tests/server/process/root.test.ts is about giving root up.
        RUN_AS: 'root',
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    guard = endWithParent(dataDir, started.pid);
    ports = await listening(started, options.limit ?? 120_000, (text) => {
      output += text;
    });
  };

  const server: TestServer = {
    get url() {
      return `http://127.0.0.1:${ports.http}`;
    },
    get httpsUrl() {
      return `https://127.0.0.1:${ports.https}`;
    },
    get port() {
      return ports.http;
    },
    get httpsPort() {
      return ports.https;
    },
    get pid() {
      return child?.pid ?? 0;
    },
    dataDir,
    adminPassword: options.env?.ADMIN_PASSWORD ?? adminPassword,
    output: () => output,
    start,
    end: () => gone('SIGTERM'),
    kill9: async () => {
      await gone('SIGKILL');
    },
    stop: async () => {
      await gone('SIGTERM');
      await endDatabase(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** Resolves with the ports once the server says that it listens; rejects with its output if it ends before. */
function listening(
  child: ChildProcess,
  limit: number,
  hear: (text: string) => void,
): Promise<{ http: number; https: number }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`${why}. It printed:\n${text}`));
    };
    const timer = setTimeout(() => fail(`The server did not listen within ${limit} ms`), limit);
    const onData = (chunk: Buffer) => {
      const part = chunk.toString();
      hear(part);
      text += part;
      const line = /^\{.*"msg":"listening".*\}$/m.exec(text)?.[0];
      if (!line) return;
      text = '';
      clearTimeout(timer);
      const { http, https } = JSON.parse(line) as { http: number; https: number };
      resolve({ http, https });
    };
    child.stdout?.on('data', onData);
    child.stderr?.on('data', onData);
    child.once('exit', (code, signal) => fail(`The server ended with ${code ?? signal}`));
    child.once('error', (error) => fail(error.message));
  });
}

/** Ends the embedded database that a killed server left behind. */
async function endDatabase(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  const left = readPidFile(cluster);
  if (left && servesCluster(left.pid, cluster)) await (await startEmbedded({ dataDir })).stop();
}
