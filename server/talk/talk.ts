import type { FastifyInstance } from 'fastify';
import { type Captures, createCaptures } from './captures.ts';
import { consoleTalk } from './consoleTalk.ts';
import { type ListeningDeps, listening } from './listening.ts';
import { type TerminalTalkDeps, terminalTalk } from './terminalTalk.ts';

export type TalkingDeps = TerminalTalkDeps & Omit<ListeningDeps, 'captures' | 'stations'>;

/** Live sound: call stations, the console's microphone, channels that are wanted, and listening in. */
export function createTalking(deps: TalkingDeps) {
  const stations = terminalTalk(deps);
  const captures: Captures = createCaptures(deps.gateway);
  return {
    stations,
    captures,
    routes(app: FastifyInstance): void {
      consoleTalk(app, deps);
      listening(app, { ...deps, stations, captures });
    },
    close(): void {
      stations.close();
      captures.close();
    },
  };
}
export type Talking = ReturnType<typeof createTalking>;
