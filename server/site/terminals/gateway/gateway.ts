import { SERVER_STOPS } from '../../../../contract/api/live.ts';
import { kindOf } from '../../../../contract/entities/terminals/terminalKind.ts';
import { MAX_SERVERS, SERVER_FEATURES } from '../../../../contract/protocol/frames.ts';
import { ListeningClock } from '../../../platform/clock/listeningClock.ts';
import type { MediaClock } from '../../../platform/clock/mediaClock.ts';
import { networkOf } from '../../../platform/http/address.ts';
import { RareLines } from '../../../platform/process/rareLines.ts';
import { Commands } from './commands.ts';
import { Connection, type Phase, type Refusal } from './connection.ts';
import { createDispatch } from './dispatch.ts';
import { defaultGatewayLimits, type GatewayLimits } from './gatewayLimits.ts';
import { type GreetingDeps, heldOf } from './greeting.ts';
import { PendingTerminals } from './pendingTerminals.ts';
import { RefusedByHttp } from './refusedByHttp.ts';
import { Speeches } from './speeches.ts';
import { sweep } from './sweep.ts';
import type {
  CommandResult,
  FoundList,
  Gateway,
  GatewayCounts,
  Peer,
  Request,
  TerminalDirectory,
  TerminalEvents,
  TerminalLink,
} from './terminals.types.ts';
import { SocketWire } from './wire/socketWire.ts';
import type { TerminalWire } from './wire/terminalWire.types.ts';

/** Time after which a terminal of another zone than its relay's tries again, s. */
const OTHER_ZONE_S = 60;

export interface GatewayOptions {
  clock: MediaClock;
  directory: TerminalDirectory;
  found: FoundList;
  /** Name of the site, for displays of terminals. */
  site: () => string;
  /** Addresses of the other servers of the system. */
  partnerAddresses: () => readonly string[];
  /** Version of the server, as sent to terminals. */
  version: string;
  log: Record<'error' | 'warn', (details: object, message: string) => void>;
  /** Monotonic ms, for the age of reports; replaced in tests. */
  now?: () => number;
  limits?: Partial<GatewayLimits>;
}

/** Creates the terminal gateway: `/v1/terminal`, presence, time, and the distribution of messages. */
export function createGateway(options: GatewayOptions): Gateway {
  const { clock, directory } = options;
  const limits: GatewayLimits = { ...defaultGatewayLimits, ...options.limits };
  const connections = new Set<Connection>();
  const codes = new Map<string, Connection>();
  const online = new Map<number, Connection>();
  /** Terminals without a connection of their own. */
  const attached = new Map<number, TerminalLink>();
  const subscribers = new Set<Partial<TerminalEvents>>();
  let lastFoundId = 0;
  const nextFoundId = () => ++lastFoundId;
  const waiting = new PendingTerminals(options.found, directory, limits, nextFoundId);
  const refusedByHttp = new RefusedByHttp(options.found, directory, limits, nextFoundId);
  const commands = new Commands(limits.commandMs);
  const speeches = new Speeches();
  const listening = new ListeningClock(options.now ?? (() => performance.now()), limits.sweepMs);
  let closing = false;

  function emit<E extends keyof TerminalEvents>(event: E, ...args: Parameters<TerminalEvents[E]>): void {
    for (const handlers of subscribers) {
      try {
        (handlers[event] as ((...values: typeof args) => void) | undefined)?.(...args);
      } catch (error) {
        options.log.error({ err: error, event }, 'a subscriber of the terminal gateway failed');
      }
    }
  }

  const greeting: GreetingDeps = {
    directory,
    codes,
    find(connection, hello) {
      connection.phase = 'found';
      refusedByHttp.arrived(hello.code);
      waiting.show(connection, hello);
      connection.send({ type: 'found' });
    },
    welcome(connection, terminal, given) {
      const { relay } = connection;
      if (relay?.admits(terminal.org) === false) {
        connection.refuse('denied', 'relay.otherZone', OTHER_ZONE_S, { name: relay.name });
        return;
      }
      waiting.leave(connection);
      refusedByHttp.arrived(terminal.code);
      connection.welcomed(terminal);
      online.set(terminal.id, connection);
      if (given !== undefined) {
        const { secret, proof } = given;
        directory.secretSent(terminal, secret, connection.secure);
        connection.send({ type: 'adopted', secret, ...(proof === undefined ? {} : { proof }) });
      }
      connection.send({
        type: 'welcome',
        terminal: terminal.id,
        epoch: clock.epoch,
        settings: terminal.settings,
        site: options.site(),
        server: { version: options.version, features: [...SERVER_FEATURES] },
        term: clock.term,
        // A terminal at a relay has no other way: its site may reach the relay only.
        servers: [connection.server, ...(relay === null ? othersFor(connection) : [])].slice(0, MAX_SERVERS),
      });
      if (connection.hello !== null)
        directory.recordConnection(terminal, connection.hello, connection.address, relay?.id ?? null);
      connection.held = heldOf(connection.hello, clock.epoch);
      emit('online', connection);
      connection.held = null;
    },
    duplicate(holder, other) {
      const code = holder.hello?.code ?? '';
      emit('duplicate', code, holder.address, other.address, directory.byCode(code)?.id ?? null);
    },
  };

  /** Addresses of the other servers, those by which the terminal is connected now first: it may trust only these. */
  function othersFor({ secure, server }: Connection): string[] {
    const isSame = (address: string) => address.startsWith('https:') === secure;
    const all = options.partnerAddresses().filter((one) => one !== server);
    return [...all.filter(isSame), ...all.filter((one) => !isSame(one))];
  }

  const wrong = new RareLines((details, message) => options.log.warn(details, message));
  const counts: GatewayCounts = { refusals: new Map(), droppedFrames: 0, unknownMessages: 0 };
  const handlers = {
    listened: () => listening.now(),
    refused({ address, hello }: Connection, { code, detail }: Refusal): void {
      counts.refusals.set(code, (counts.refusals.get(code) ?? 0) + 1);
      if (code !== 'garbage' && code !== 'rate') return;
      const who = { terminal: hello?.code, address, reason: code, detail };
      wrong.write(
        `${networkOf(address)} ${hello?.code}`,
        who,
        'a terminal was disconnected for its messages',
      );
    },
    bytes: (connection: Connection, bytes: Uint8Array) => speeches.take(connection, bytes),
    message: createDispatch({ clock, greeting, commands, speeches, emit, log: options.log }),
    unknown(connection: Connection, type: string): void {
      counts.unknownMessages += 1;
      emit('unknown', connection.terminalId, type);
    },
    closed(connection: Connection, was: Phase): void {
      connections.delete(connection);
      counts.droppedFrames += connection.droppedFrames;
      waiting.leave(connection);
      commands.closed(connection);
      speeches.closed(connection);
      const code = connection.hello?.code;
      if (code !== undefined && codes.get(code) === connection) codes.delete(code);
      if (was !== 'online') return;
      online.delete(connection.terminalId);
      if (!closing) emit('offline', connection.terminalId);
    },
  };

  async function sendRequest(id: number, request: Request): Promise<CommandResult | null> {
    const connection = online.get(id);
    return connection === undefined ? null : commands.send(connection, request);
  }

  function take(wire: TerminalWire, peer: Peer): void {
    const connection = new Connection(wire, peer, limits, handlers);
    if (closing || !waiting.enter(connection)) {
      connection.refuse('busy', 'terminal.tooManyWaiting', 30);
      return;
    }
    connections.add(connection);
  }

  const plain = () => [...connections].filter(({ secure }) => !secure);
  const look = sweep(connections, limits);
  const timer = setInterval(() => {
    listening.tick();
    look();
    refusedByHttp.sweep();
    emit('swept');
  }, limits.sweepMs);
  timer.unref();

  return {
    accept: (socket, raw, peer) => take(new SocketWire(socket, raw, limits), peer),
    take,
    overHttp: () => plain().map(({ terminalId, phase }) => ({ terminalId, isFound: phase === 'found' })),
    endOverHttp(retryS) {
      for (const connection of plain()) {
        const { phase, hello, address } = connection;
        connection.refuse('https', 'common.httpsOnly', retryS);
        if (phase === 'found' && hello !== null)
          refusedByHttp.add({ code: hello.code, kind: kindOf(hello), address });
      }
    },
    refusedByHttp: (arrival) => refusedByHttp.add(arrival),
    isRefusedByHttp: (id) => refusedByHttp.has(id),
    counts() {
      let { droppedFrames } = counts;
      for (const connection of online.values()) droppedFrames += connection.droppedFrames;
      return { ...counts, refusals: new Map(counts.refusals), droppedFrames };
    },
    isSecure: (id) => online.get(id)?.secure === true,
    link: (id) => online.get(id) ?? attached.get(id),
    *links() {
      yield* online.values();
      yield* attached.values();
    },
    attach(link) {
      directory.recordReached(link.terminalId, link.address);
      attached.set(link.terminalId, link);
      emit('online', link);
    },
    detach(id) {
      if (attached.delete(id) && !closing) emit('offline', id);
    },
    delivered: (id) => emit('delivered', id),
    called: (link, message) => emit('call', link, message),
    reported: (id, status) => emit('status', id, status),
    subscribe(one) {
      subscribers.add(one);
      return () => subscribers.delete(one);
    },
    foundHello: (id) => waiting.hello(id),
    adopted(id, terminal, secret) {
      const connection = waiting.connection(id);
      if (connection === undefined) return false;
      greeting.welcome(connection, terminal, { secret });
      return true;
    },
    refuse(id) {
      if (refusedByHttp.remove(id)) return true;
      const connection = waiting.connection(id);
      connection?.refuse('denied', 'terminal.refused', null);
      return connection !== undefined;
    },
    settingsChanged(id) {
      const settings = directory.byId(id)?.settings;
      const connection = online.get(id);
      if (settings === undefined || connection === undefined) return;
      connection.send({ type: 'settings', settings });
      emit('settings', connection);
    },
    command: (id, action) => sendRequest(id, { type: 'command', action }),
    sendRequest,
    logOut(id) {
      online.get(id)?.refuse('login', 'terminal.loggedOut', null);
    },
    async speak(id, words, sink, options) {
      const connection = online.get(id);
      return connection === undefined ? 'gone' : speeches.send(connection, words, sink, options);
    },
    removed(terminal) {
      const connection = online.get(terminal.id);
      connection?.send({ type: 'removed' });
      connection?.close(1000);
      waiting.recheck(terminal.code);
      emit('removed', terminal.id);
    },
    close() {
      closing = true;
      clearInterval(timer);
      for (const connection of [...connections]) connection.close(SERVER_STOPS);
    },
  };
}
