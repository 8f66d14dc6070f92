import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../../server/platform/db/embedded/embedded.ts';
import { readPidFile, servesCluster } from '../../server/platform/db/embedded/postmaster.ts';
import { endWithParent } from './endWithParent.ts';
import { copyTemplate } from './serverTemplate.ts';

export interface ServerOptions {
  /**
   * Settings over the defaults (free ports, ADMIN_PASSWORD, LOG_LEVEL info); the data folder is temporary.
   */
  env?: Record<string, string>;
  /** Command that starts the server, such as `['taskset', '-c', '0']`. */
  under?: string[];
  /** Parent of its data folder; undefined: the system's folder for temporary files. */
  folder?: string;
  /** Milliseconds until it must listen. */
  limit?: number;
  /** Entry point; undefined: that of the server. */
  entry?: string;
  /** Options of Node.js. */
  flags?: readonly string[];
  /** Arguments of the server; given at each start. */
  args?: string[];
  /** Text of its standard input. */
  input?: string;
  /** Folder of the tree that it runs; undefined: this one. */
  root?: string;
  /** True: starts on an empty folder; false: after a first start, if there is a template. */
  fresh?: boolean;
}

export interface TestServer {
  /** `http://127.0.0.1:PORT`; the port is the same after another `start`. */
  readonly url: string;
  readonly httpsUrl: string;
  readonly port: number;
  readonly httpsPort: number;
  /** Process id of the server. */
  readonly pid: number;
  readonly dataDir: string;
  /** Password of the account `admin`. */
  readonly adminPassword: string;
  /** Output of all starts. */
  output: () => string;
  /** Starts it again on the same data and ports, after `kill9` or `end`. */
  start: () => Promise<void>;
  /** Ends it normally; returns the exit code. The data stays. */
  end: () => Promise<number | null>;
  /** Kills the process; its database continues, as after a crash. */
  kill9: () => Promise<void>;
  /** Ends server and database normally, and removes the data. Must be called in the end. */
  stop: () => Promise<void>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const adminPassword = 'Test-password-1';

/** Starts the real server as a separate process, and waits until it listens. */
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
      ...(options.flags ?? []),
      options.entry ?? 'server/main.ts',
      ...(options.args ?? []),
    ];
    const started: ChildProcess = spawn(command, args, {
      cwd: options.root ?? root,
      env: {
        ...inherited,
        PORT: String(ports.http),
        HTTPS_PORT: String(ports.https),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: adminPassword,
        LOG_LEVEL: 'info',
        // With the lowest priority it would hardly run beside busy tests; with a high one they would.
        MEDIA_NICE: '0',
        SERVER_NICE: '0',
        // Tests put files into its folder as their own account; tests/server/process/root.test.ts covers
        // dropping root.
        RUN_AS: 'root',
        ...options.env,
      },
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    started.stdin?.end(options.input);
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

/** Resolves with the ports once the server listens; rejects with its output if it ends before. */
function listening(
  child: ChildProcess,
  limit: number,
  hear: (text: string) => void,
): Promise<{ http: number; https: number }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(`${reason}. It printed:\n${text}`));
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

/** Ends the embedded database of a killed server. */
async function endDatabase(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  const left = readPidFile(cluster);
  if (left && servesCluster(left.pid, cluster)) await (await startEmbedded({ dataDir })).stop();
}
