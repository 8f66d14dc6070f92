import type { ToTerminal } from '../../contract/protocol/terminal.ts';
import type { Reporting } from './reporting.ts';
import type { SessionDeps } from './sessionDeps.ts';
import type { SessionView } from './sessionView.ts';

/** Message types of the session itself: identity and admission. */
type OfSession =
  | 'time'
  | 'found'
  | 'adopted'
  | 'secret.renew'
  | 'welcome'
  | 'settings'
  | 'command'
  | 'removed'
  | 'refused';
export type ForParts = Exclude<ToTerminal, { type: OfSession }>;

/** Passes a message to the responsible part of the terminal. */
export function deliver(
  message: ForParts,
  session: SessionView,
  deps: SessionDeps,
  reporting: Reporting,
): void {
  switch (message.type) {
    case 'stream.open':
    case 'stream.volume':
    case 'stream.flush':
    case 'stream.close':
      session.streams.take(message);
      deps.offline?.heard(message);
      reporting.reportNow();
      break;
    case 'speak':
      deps.speak?.(message, {
        send: (spoken) => session.sendMessage(spoken),
        bytes: (bytes) => session.link.send(bytes),
      });
      break;
    case 'outputs':
      deps.outputs?.(message.set);
      break;
    case 'server.set':
    case 'buffalo.set':
    case 'remote.ask':
      deps.administer?.(message);
      break;
    case 'drill':
      reporting.drill(message.drill);
      break;
    case 'call.state':
      session.caller.take(message);
      break;
    case 'keep.manifest':
    case 'keep.ticket':
    case 'keep.confirmed':
      deps.offline?.take(message);
      break;
    case 'upgrade':
    case 'upgrade.restart':
    case 'upgrade.stop':
    case 'upgrade.keys':
      deps.upgrade?.(message);
      break;
    case 'talk.targets':
    case 'talk.granted':
    case 'talk.waiting':
    case 'talk.refused':
    case 'talk.state':
    case 'talk.ended':
    case 'capture.open':
    case 'capture.close':
    case 'listeners':
      session.sender.take(message);
      break;
    default:
      // Message of a newer server. The compiler checks that every type of this version is handled above.
      message satisfies never;
      session.unknown++;
  }
}
