import type { FromTerminal } from '../../../../contract/protocol/terminal.ts';
import type { MediaClock } from '../../../platform/clock/mediaClock.ts';
import type { Commands } from './commands.ts';
import type { Connection } from './connection.ts';
import { type GreetingDeps, judgeHello, refuseFailed } from './greeting.ts';
import type { Speeches } from './speeches.ts';
import type { TerminalEvents } from './terminals.types.ts';

export interface DispatchDeps {
  clock: MediaClock;
  greeting: GreetingDeps;
  commands: Commands;
  speeches: Speeches;
  emit<E extends keyof TerminalEvents>(event: E, ...args: Parameters<TerminalEvents[E]>): void;
  log: { error(details: object, message: string): void };
}

type Message<Type extends FromTerminal['type']> = Extract<FromTerminal, { type: Type }>;
type Handler<M> = (
  connection: Connection,
  message: M,
  /** Media time at which it arrived, µs. */
  arrived: number,
) => void;
type Handlers = { [Type in FromTerminal['type']]: Handler<Message<Type>> };

/** Creates the function that routes each message of a terminal to its handler. */
export function createDispatch(deps: DispatchDeps) {
  const { clock } = deps;
  const handlers = handlersOf(deps);

  return (connection: Connection, message: FromTerminal): void => {
    const arrived = clock.now();
    const { type } = message;
    if (type === 'hello' && connection.phase !== 'new') connection.refuseGarbage('hello is sent once');
    else if (type !== 'hello' && connection.phase === 'new') connection.refuseGarbage(`${type} before hello`);
    // The handler is the one of the message's own type.
    else (handlers[type] as Handler<FromTerminal>)(connection, message, arrived);
  };
}

/** Handlers by type of message. Most types count only from terminals that were welcomed. */
function handlersOf({ clock, greeting, commands, speeches, emit, log }: DispatchDeps): Handlers {
  const timeTail = `,"epoch":${JSON.stringify(clock.epoch)}}`;
  const talk = whenOnline<Message<'talk.start' | 'talk.stop'>>((link, message) =>
    emit('talk', link, message),
  );
  const call = whenOnline<Message<'call.dial' | 'call.answer' | 'call.hangup'>>((link, message) =>
    emit('call', link, message),
  );
  const keep = whenOnline<Message<'keep.state' | 'keep.want' | 'keep.played'>>((link, message) =>
    emit('keep', link, message),
  );
  return {
    hello(connection, message) {
      judgeHello(greeting, connection, message).catch((error) => {
        if (refuseFailed(connection, error)) log.error({ err: error }, 'a hello could not be handled');
      });
    },
    time(connection, { t0 }, t1) {
      const head = `{"type":"time","t0":${t0},"t1":${t1},"t2":`;
      const t2 = clock.now();
      connection.sendText(`${head}${t2},"wall_ms":${clock.toWall(t2)}${timeTail}`);
    },
    report: whenOnline((connection, message) => {
      connection.reported(message);
      emit('report', connection.terminalId, message);
    }),
    status(connection, message) {
      // A status of another kind has nothing that could be shown.
      if (message.kind === connection.terminal?.kind) emit('status', connection.terminalId, message);
    },
    signal: whenOnline(({ terminalId }, message) => emit('signal', terminalId, message)),
    'talk.start': talk,
    'talk.stop': talk,
    spoken: (connection, message) => speeches.answered(connection, message),
    'call.dial': call,
    'call.answer': call,
    'call.hangup': call,
    'keep.state': keep,
    'keep.want': keep,
    'keep.played': keep,
    'upgrade.state': whenOnline(({ terminalId }, message) => emit('upgrade', terminalId, message)),
    administration: whenOnline(({ terminalId }, { type: _, ...view }) =>
      emit('administration', terminalId, view),
    ),
    drill: whenOnline(({ terminalId }, { drill }) => emit('drill', terminalId, drill)),
    result: (connection, message) => commands.answered(connection, message),
    bye: (connection) => connection.close(1000),
  };
}

/** Wraps a handler so that messages of terminals that are not welcomed are ignored. */
function whenOnline<M>(handle: Handler<M>): Handler<M> {
  return (connection, message, arrived) => {
    if (connection.phase === 'online') handle(connection, message, arrived);
  };
}
