import type { ToTerminal } from '../../contract/terminal.ts';
import type { Session } from './session.ts';
import type { SessionDeps } from './sessionDeps.ts';
import type { Telling } from './telling.ts';

/** What concerns the session itself: who it is, and whether it may speak with the server. */
type OfSession = 'time' | 'found' | 'adopted' | 'welcome' | 'settings' | 'command' | 'removed' | 'refused';
export type ForParts = Exclude<ToTerminal, { type: OfSession }>;

/** Gives a message to the part of the terminal that it is for. */
export function deliver(message: ForParts, session: Session, deps: SessionDeps, telling: Telling): void {
  switch (message.type) {
    case 'stream.open':
    case 'stream.volume':
    case 'stream.flush':
    case 'stream.close':
      session.streams.take(message);
      deps.keeping?.heard(message);
      telling.hurry();
      break;
    case 'speak':
      deps.speak?.(message, {
        send: (spoken) => session.tell(spoken),
        bytes: (bytes) => session.link.send(bytes),
      });
      break;
    case 'outputs':
      deps.outputs?.(message.set);
      break;
    case 'server.set':
    case 'buffalo.set':
      deps.administer?.(message);
      break;
    case 'drill':
      telling.drill(message.drill);
      break;
    case 'call.state':
      session.caller.take(message);
      break;
    case 'keep.manifest':
    case 'keep.ticket':
    case 'keep.noted':
      deps.keeping?.take(message);
      break;
    case 'upgrade':
    case 'upgrade.restart':
    case 'upgrade.stop':
    case 'upgrade.keys':
      deps.upgrade?.(message);
      break;
    case 'talk.targets':
    case 'talk.granted':
    case 'talk.refused':
    case 'talk.state':
    case 'talk.ended':
    case 'capture.open':
    case 'capture.close':
    case 'listeners':
      session.sender.take(message);
      break;
    default:
      // Of a later server. The compiler knows that there is none of these among the messages of this version.
      message satisfies never;
      session.unknown++;
  }
}
