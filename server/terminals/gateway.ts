import type { FromTerminal } from '../../contract/terminal.ts';
import type { MediaClock } from '../system/mediaClock.ts';
import { Commands } from './commands.ts';
import { Connection, type Phase } from './connection.ts';
import { type Desk, greet, refuseFailed } from './hello.ts';
import { defaultLimits, type GatewayLimits } from './limits.ts';
import { Speeches } from './speeches.ts';
import { sweep } from './sweep.ts';
import type {
  CommandResult,
  FoundList,
  Gateway,
  GatewayTally,
  RefusalCode,
  Request,
  TerminalDirectory,
  TerminalEvents,
} from './types.ts';
import { WaitingRoom } from './waitingRoom.ts';

export interface GatewayOptions {
  clock: MediaClock;
  directory: TerminalDirectory;
  found: FoundList;
  /** The site's name, for the terminals' own screens. */
  site: () => string;
  log: { error(details: object, message: string): void };
  limits?: Partial<GatewayLimits>;
}

/** The terminals' side of the server (design 6): `/v1/terminal`, presence, time, and who hears of it. */
export function createGateway(options: GatewayOptions): Gateway {
  const { clock, directory } = options;
  const limits: GatewayLimits = { ...defaultLimits, ...options.limits };
  const connections = new Set<Connection>();
  const codes = new Map<string, Connection>();
  const online = new Map<number, Connection>();
  const subscribers = new Set<Partial<TerminalEvents>>();
  const waiting = new WaitingRoom(options.found, directory, limits);
  const commands = new Commands(limits.commandMs);
  const speeches = new Speeches();
  const timeTail = `,"epoch":${JSON.stringify(clock.epoch)}}`;
  let closing = false;

  function emit<E extends keyof TerminalEvents>(event: E, ...args: Parameters<TerminalEvents[E]>): void {
    for (const handlers of subscribers) {
      try {
        (handlers[event] as ((...values: typeof args) => void) | undefined)?.(...args);
      } catch (error) {
        options.log.error({ err: error, event }, 'a listener to the terminals failed');
      }
    }
  }

  const desk: Desk = {
    directory,
    codes,
    find(connection, hello) {
      connection.phase = 'found';
      waiting.show(connection, hello);
      connection.send({ type: 'found' });
    },
    welcome(connection, terminal, secret) {
      waiting.leave(connection);
      connection.phase = 'online';
      connection.terminal = terminal;
      online.set(terminal.id, connection);
      if (secret !== undefined) connection.send({ type: 'adopted', secret });
      connection.send({
        type: 'welcome',
        terminal: terminal.id,
        epoch: clock.epoch,
        settings: terminal.settings,
        site: options.site(),
      });
      if (connection.hello !== null) directory.seen(terminal, connection.hello, connection.address);
      emit('online', connection);
    },
    duplicate(holder, other) {
      const code = holder.hello?.code ?? '';
      emit('duplicate', code, holder.address, other.address, directory.byCode(code)?.id ?? null);
    },
  };

  const tally: GatewayTally = { refusals: new Map(), droppedFrames: 0 };
  const handlers = {
    refused(code: RefusalCode): void {
      tally.refusals.set(code, (tally.refusals.get(code) ?? 0) + 1);
    },
    bytes: (connection: Connection, bytes: Uint8Array) => speeches.take(connection, bytes),
    message(connection: Connection, message: FromTerminal): void {
      const t1 = clock.now();
      if (message.type === 'hello' && connection.phase === 'new') {
        greet(desk, connection, message).catch((error) => {
          if (refuseFailed(connection, error)) options.log.error({ err: error }, 'a greeting failed');
        });
      } else if (message.type === 'hello' || connection.phase === 'new') {
        connection.refuseGarbage(
          message.type === 'hello' ? 'hello is said once' : `${message.type} before hello`,
        );
      } else if (message.type === 'time') {
        const head = `{"type":"time","t0":${message.t0},"t1":${t1},"t2":`;
        const t2 = clock.now();
        connection.sendText(`${head}${t2},"wall_ms":${clock.toWall(t2)}${timeTail}`);
      } else if (message.type === 'report' && connection.phase === 'online') {
        connection.report = message;
        emit('report', connection.terminalId, message);
      } else if (message.type === 'status') {
        // A status of another kind says nothing that a screen could show.
        if (message.kind === connection.terminal?.kind) emit('status', connection.terminalId, message);
      } else if (message.type === 'signal') {
        if (connection.phase === 'online') emit('signal', connection.terminalId, message);
      } else if (message.type === 'talk.start' || message.type === 'talk.stop') {
        if (connection.phase === 'online') emit('talk', connection, message);
      } else if (message.type === 'spoken') {
        speeches.answered(connection, message);
      } else if (
        message.type === 'call.dial' ||
        message.type === 'call.answer' ||
        message.type === 'call.hangup'
      ) {
        if (connection.phase === 'online') emit('call', connection, message);
      } else if (
        message.type === 'keep.state' ||
        message.type === 'keep.want' ||
        message.type === 'keep.played'
      ) {
        if (connection.phase === 'online') emit('keep', connection, message);
      } else if (message.type === 'upgrade.state') {
        if (connection.phase === 'online') emit('upgrade', connection.terminalId, message);
      } else if (message.type === 'administration') {
        const { type: _, ...view } = message;
        if (connection.phase === 'online') emit('administration', connection.terminalId, view);
      } else if (message.type === 'drill') {
        if (connection.phase === 'online') emit('drill', connection.terminalId, message.drill);
      } else if (message.type === 'result') commands.answered(connection, message);
      else if (message.type === 'bye') connection.close(1000);
    },
    closed(connection: Connection, was: Phase): void {
      connections.delete(connection);
      tally.droppedFrames += connection.droppedFrames;
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

  async function ask(id: number, asked: Request): Promise<CommandResult | null> {
    const connection = online.get(id);
    return connection === undefined ? null : commands.send(connection, asked);
  }

  const timer = setInterval(sweep(connections, limits), limits.sweepMs);
  timer.unref();

  return {
    accept(socket, raw, peer) {
      const connection = new Connection(socket, raw, peer, limits, handlers);
      if (closing || !waiting.enter(connection)) {
        connection.refuse('busy', 'terminal.tooManyWaiting', 30);
        return;
      }
      connections.add(connection);
    },
    tally() {
      let { droppedFrames } = tally;
      for (const connection of online.values()) droppedFrames += connection.droppedFrames;
      return { refusals: new Map(tally.refusals), droppedFrames };
    },
    link: (id) => online.get(id),
    links: () => online.values(),
    subscribe(one) {
      subscribers.add(one);
      return () => subscribers.delete(one);
    },
    foundHello: (id) => waiting.hello(id),
    adopted(id, terminal, secret) {
      const connection = waiting.connection(id);
      if (connection === undefined) return false;
      desk.welcome(connection, terminal, secret);
      return true;
    },
    refuse(id) {
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
    command: (id, action) => ask(id, { type: 'command', action }),
    ask,
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
      for (const connection of [...connections]) connection.close(1001);
    },
  };
}
