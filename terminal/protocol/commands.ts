import type { ToTerminal } from '../../contract/protocol/terminal.ts';
import type { SessionDeps } from './sessionDeps.ts';
import type { SessionView } from './sessionView.ts';

type Command = Extract<ToTerminal, { type: 'command' }>;

/** Longest text for a person, characters. */
const MAX_MESSAGE = 200;

/** Executes a command of the server and answers it; returns whether it changes the report. */
export function runCommand({ action, request }: Command, session: SessionView, deps: SessionDeps): boolean {
  const { streams } = session;
  const identify = deps.identify ?? (() => streams.powered && deps.speaker.tone());
  const isPower = action === 'power_on' || action === 'power_off';
  if (isPower) streams.setPower(action === 'power_on');
  const isKnown = isPower || action === 'restart' || action === 'identify';
  const ok = isKnown && (action !== 'identify' || identify());
  // The unknown action of a newer server is quoted, truncated to the allowed length.
  const reason = isKnown
    ? 'there is no sound output that is on'
    : `unknown action ${action}`.slice(0, MAX_MESSAGE);
  session.sendMessage({ type: 'result', request, ok, ...(ok ? {} : { message: reason }) });
  if (action === 'restart') deps.restart();
  return isPower;
}
