import type { FastifyInstance } from 'fastify';
import { type ConsoleTalkDeps, consoleTalk } from './consoleTalk.ts';
import { type ListeningDeps, listening } from './listening.ts';
import { type TerminalTalkDeps, terminalTalk } from './terminalTalk.ts';

export type TalkingDeps = TerminalTalkDeps & ConsoleTalkDeps & Omit<ListeningDeps, 'stations' | 'calls'>;

/** Creates live sound: call stations, the console's microphone, capture channels, and listening in. */
export function createTalking(deps: TalkingDeps) {
  const stations = terminalTalk(deps);
  return {
    stations,
    routes(app: FastifyInstance, calls: ListeningDeps['calls']): void {
      consoleTalk(app, deps);
      listening(app, { ...deps, stations, calls });
    },
    close(): void {
      stations.close();
    },
  };
}
export type Talking = ReturnType<typeof createTalking>;
