import type { FastifyInstance } from 'fastify';
import type { Callers } from '../auth/callers.ts';
import { consoleTalk } from './consoleTalk.ts';
import { type TerminalTalkDeps, terminalTalk } from './terminalTalk.ts';

export type TalkingDeps = TerminalTalkDeps & { callers: Callers };

/** Live sound going up: call stations and the console's microphone. */
export function createTalking(deps: TalkingDeps) {
  const stations = terminalTalk(deps);
  return {
    stations,
    routes: (app: FastifyInstance) => consoleTalk(app, deps),
    close: () => stations.close(),
  };
}
export type Talking = ReturnType<typeof createTalking>;
