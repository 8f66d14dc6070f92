import type { FastifyInstance } from 'fastify';
import { type ConsoleTalkDeps, consoleTalk } from './consoleTalk.ts';
import { Listeners, type ListenersDeps } from './listeners.ts';
import { type ListeningDeps, listening } from './listening.ts';
import { type TerminalTalkDeps, terminalTalk } from './terminalTalk.ts';

export type TalkingDeps = TerminalTalkDeps &
  ConsoleTalkDeps &
  Omit<ListeningDeps, 'stations' | 'calls' | 'listeners'> &
  ListenersDeps;

/** Creates live sound: call stations, the console's microphone, capture channels, and listening in. */
export function createTalking(deps: TalkingDeps) {
  const stations = terminalTalk(deps);
  const listeners = new Listeners(deps);
  return {
    stations,
    listeners,
    routes(app: FastifyInstance, calls: ListeningDeps['calls']): void {
      consoleTalk(app, deps);
      listening(app, { ...deps, stations, listeners, calls });
    },
    close(): void {
      stations.close();
      listeners.close();
    },
  };
}
export type Talking = ReturnType<typeof createTalking>;
