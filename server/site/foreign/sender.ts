import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MulticastTransport } from '../../../contract/entities/terminals/foreign.ts';
import { type MediaClock, monotonicUs } from '../../platform/clock/mediaClock.ts';
import type { ConnectionState } from './connected/connected.types.ts';
import { CALLS, type FromSender, type ToSender } from './sender.types.ts';

const PROGRAM = fileURLToPath(new URL('./worker/senderProcess.ts', import.meta.url));
/** Time before a process that ended is started again, ms. */
const RESTART_MS = 1_000;

/** Process that sends multicast groups and calls, as the server sees it. */
export interface Sender {
  /** Opens a group, or changes its transport. */
  open(key: string, transport: MulticastTransport): void;
  end(key: string): void;
  /** Opens the UDP port from which calls are sent, or closes it with null. */
  openCalls(port: number | null): void;
  /** Keeps the process running for connections of calls, or no longer. */
  keepConnections(isUsed: boolean): void;
  send(message: Exclude<ToSender, { type: 'clock' | 'group' | 'end' | 'calls' }>): void;
  close(): void;
}

/**
 * Creates the sender. Its process runs while there are groups or calls; one that ends is started again with them.
 *
 * @param state called with the error of a group, or null when it can be sent to
 * @param connection called with the state of the connection of a call
 * @param callsPort called with the UDP port from which calls are sent; null: they cannot be sent
 */
export function createSender(deps: {
  clock: Pick<MediaClock, 'now'>;
  state(key: string, error: string | null): void;
  callsPort(port: number | null): void;
  connection(call: number, state: ConnectionState): void;
  /** Called when the connections of all calls were lost. */
  connectionsLost(): void;
  log: { error(details: object, message: string): void };
}): Sender {
  const groups = new Map<string, MulticastTransport>();
  let calls: number | null = null;
  let hasConnections = false;
  let child: ChildProcess | null = null;
  let restart: NodeJS.Timeout | undefined;
  let isClosed = false;

  const tell = (message: ToSender) => {
    if (child?.connected === true) child.send(message);
  };

  function start(): void {
    clearTimeout(restart);
    const started = fork(PROGRAM, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child = started;
    started.on('message', (message) => {
      const told = message as FromSender;
      if (told.type === 'calls') deps.callsPort(told.port);
      else if (told.type === 'connection') deps.connection(told.call, told.state);
      else if (told.key === CALLS) {
        deps.log.error({ error: told.error }, 'the UDP port of calls cannot be opened');
        deps.callsPort(null);
      } else if (groups.has(told.key)) deps.state(told.key, told.error);
    });
    // A message that was under way when it ended is lost with it.
    started.on('error', (err) => deps.log.error({ err }, 'the process that sends to loudspeakers failed'));
    started.on('exit', (code, signal) => {
      if (child !== started) return;
      child = null;
      if (isClosed) return;
      deps.log.error(
        { code, signal },
        'the process that sends to loudspeakers has ended; it is started again',
      );
      for (const key of groups.keys()) deps.state(key, 'EPIPE');
      if (calls !== null) deps.callsPort(null);
      deps.connectionsLost();
      restart = setTimeout(start, RESTART_MS);
    });
    tell({ type: 'clock', origin_us: monotonicUs() - deps.clock.now() });
    for (const [key, transport] of groups) tell({ type: 'group', key, transport });
    if (calls !== null) tell({ type: 'calls', port: calls });
  }

  /** Starts or ends the process as it is needed. */
  function adjust(): void {
    const isNeeded = groups.size > 0 || calls !== null || hasConnections;
    if (!isNeeded) stop();
    else if (child === null) start();
  }

  function stop(): void {
    clearTimeout(restart);
    const ending = child;
    child = null;
    if (ending?.connected === true) ending.disconnect();
  }

  return {
    open(key, transport) {
      groups.set(key, transport);
      if (child === null) start();
      else tell({ type: 'group', key, transport });
    },
    end(key) {
      if (!groups.delete(key)) return;
      tell({ type: 'end', key });
      adjust();
    },
    openCalls(port) {
      calls = port;
      if (port !== null && child !== null) tell({ type: 'calls', port });
      else adjust();
    },
    keepConnections(isUsed) {
      hasConnections = isUsed;
      adjust();
    },
    send: tell,
    close() {
      isClosed = true;
      groups.clear();
      stop();
    },
  };
}
