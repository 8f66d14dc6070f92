import type { FromTerminal } from '../../contract/terminal.ts';
import type { MediaClock } from '../system/mediaClock.ts';
import type { Commands } from './commands.ts';
import type { Connection } from './connection.ts';
import { type Desk, greet, refuseFailed } from './hello.ts';
import type { Speeches } from './speeches.ts';
import type { TerminalEvents } from './types.ts';

export interface DispatchDeps {
  clock: MediaClock;
  desk: Desk;
  commands: Commands;
  speeches: Speeches;
  emit<E extends keyof TerminalEvents>(event: E, ...args: Parameters<TerminalEvents[E]>): void;
  log: { error(details: object, message: string): void };
}

/** Creates the function that routes each message of a terminal to its handler. */
export function createDispatch({ clock, desk, commands, speeches, emit, log }: DispatchDeps) {
  const timeTail = `,"epoch":${JSON.stringify(clock.epoch)}}`;

  return (connection: Connection, message: FromTerminal): void => {
    const t1 = clock.now();
    if (message.type === 'hello' && connection.phase === 'new') {
      greet(desk, connection, message).catch((error) => {
        if (refuseFailed(connection, error)) log.error({ err: error }, 'a greeting failed');
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
      connection.reported(message);
      emit('report', connection.terminalId, message);
    } else if (message.type === 'status') {
      // A status of another kind has nothing that could be shown.
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
  };
}
