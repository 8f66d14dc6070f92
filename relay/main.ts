import type { IncomingMessage, ServerResponse } from 'node:http';
import { relayFrame } from '../contract/protocol/relayLink.ts';
import { prepareDataDir } from '../server/platform/dataFolder/dataDir.ts';
import { lockDataDir } from '../server/platform/dataFolder/dataLock.ts';
import { makeFilesPrivate } from '../server/platform/dataFolder/privateFiles.ts';
import { readEnv } from '../server/platform/process/env.ts';
import { createLog } from '../server/platform/process/log.ts';
import { runMain } from '../server/platform/process/startError.ts';
import { announcedPort, isOpenToNetwork, keepAnnounced } from '../server/start/listen/announce.ts';
import { onStopSignal } from '../server/start/stop.ts';
import { SiteConsole } from './console/siteConsole.ts';
import { forgetSite } from './forgetSite.ts';
import { forwardTo } from './forward.ts';
import { joinServer } from './joinServer.ts';
import { listenForTerminals } from './listen.ts';
import { ServerLine } from './server/serverLine.ts';
import { SiteFallback } from './site/siteFallback.ts';
import { RelayTerminals } from './terminals/terminals.ts';

/** Time after the start for which the relay waits for its line before it serves its terminals alone, ms. */
const START_MS = 5_000;

/**
 * `npm run relay -- --server https://centre:8443`: takes the terminals of a place, and speaks to the server over one
 * connection.
 */
async function main(): Promise<void> {
  const env = readEnv({ ...process.env, DATA_DIR: process.env.DATA_DIR || 'relay-data' });
  const log = createLog(env.LOG_LEVEL);
  makeFilesPrivate();
  prepareDataDir(env.DATA_DIR);
  const lock = await lockDataDir(env.DATA_DIR);
  const record = await joinServer(process.argv.slice(2), env.DATA_DIR);
  const line: ServerLine = new ServerLine(
    record,
    {
      up: () =>
        void site.up().catch((err: unknown) => log.error({ err }, 'the terminals are not handed over')),
      down: () => serveAlone(),
      withdrawn: () => void endWithdrawn(),
      message(message) {
        if (message.type === 'to' || message.type === 'join' || message.type === 'end')
          terminals.take(message);
        else site.take(message);
      },
      bytes(kind, number, content) {
        if (kind === relayFrame.sound) site.sound(number, content);
        else terminals.bytes(kind, number, content);
      },
      dropped: () => terminals.dropped,
    },
    log,
  );
  const site: SiteFallback = await SiteFallback.open({
    ...{ dataDir: env.DATA_DIR, clock: line.clock, line, log },
    settled: () => terminals.up(),
  });
  const terminals: RelayTerminals = new RelayTerminals({
    clock: line.clock,
    line: {
      get isUp() {
        return line.isUp && site.isSettled;
      },
      send: (message) => line.send(message),
      sendBytes: (bytes) => line.sendBytes(bytes),
    },
  });
  const serveAlone = () => {
    site.down();
    terminals.down(site.isServing);
  };
  const forward = forwardTo({ server: record.server, certificate: () => line.certificate });

  const console = new SiteConsole({ relay: record.name, site, isLineUp: () => line.isUp, log });

  /** Answers `/v1/origin` itself, so that a page finds HTTPS also while the line is cut. */
  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    isSecure: boolean,
    https_port: number,
  ): boolean {
    if (console.answer(request, response, isSecure, https_port)) return true;
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/v1/origin')
      return forward(request, response);
    const value = { https_port, https_only: line.isHttpsOnly, secure: isSecure };
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ code: 200, message: '', value }));
    return true;
  }

  function accept(...come: Parameters<RelayTerminals['accept']>): boolean {
    if (!site.isServing) return terminals.accept(...come);
    site.accept(...come);
    return true;
  }
  const listener = await listenForTerminals({ env, answer, accept });
  const withdraw = isOpenToNetwork(env.HOST)
    ? keepAnnounced(
        () => announcedPort(listener, line.isHttpsOnly),
        () => {},
        log,
      )
    : async () => {};
  log.info({ http: listener.http, https: listener.https }, 'listening');
  const running = line.run();
  const starting = setTimeout(() => !line.isUp && serveAlone(), START_MS);
  async function close(): Promise<void> {
    clearTimeout(starting);
    await withdraw();
    terminals.close();
    await console.close();
    await site.close();
    line.close();
    await listener.close();
    await running;
  }
  /** Lets the terminals go, forgets everything of the server, and ends this program. */
  async function endWithdrawn(): Promise<void> {
    log.warn('this relay was withdrawn: it forgets what it has stored, and ends');
    try {
      await close();
      forgetSite(env.DATA_DIR);
      lock.release();
      process.exit(0);
    } catch (err) {
      log.error({ err }, 'what this relay has stored cannot be removed');
      process.exit(1);
    }
  }
  onStopSignal(log, async () => {
    await close();
    lock.release();
  });
}

await runMain(main);
