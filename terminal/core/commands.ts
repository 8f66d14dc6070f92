import type { ToTerminal } from '../../contract/terminal.ts';
import type { Session } from './session.ts';
import type { SessionDeps } from './sessionDeps.ts';

type Command = Extract<ToTerminal, { type: 'command' }>;

/** Does what the server commands, and answers; returns whether a report tells of it. */
export function obey({ action, request }: Command, session: Session, deps: SessionDeps): boolean {
  const { streams } = session;
  const identify = deps.identify ?? (() => streams.powered && deps.speaker.tone());
  const isPower = action === 'power_on' || action === 'power_off';
  if (isPower) streams.setPower(action === 'power_on');
  const ok = action === 'identify' ? identify() : isPower || action === 'restart';
  session.tell({ type: 'result', request, ok });
  if (action === 'restart') deps.restart();
  return isPower;
}
