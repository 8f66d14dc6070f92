import type { FastifyInstance } from 'fastify';
import type { TalkLinkLive } from '../../../contract/entities/tasks/talkLink.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { TalkSessionDeps } from '../talk/waitingPage.ts';
import { HeldLinks } from './heldLinks.ts';
import { phoneSocket } from './phoneSocket.ts';
import * as repository from './talkLink.repository.ts';
import { talkLinkRoutes } from './talkLink.routes.ts';
import { createTalkLinkService, type TalkLinkServiceDeps } from './talkLink.service.ts';

/** Interval at which ends are looked for, ms: a lost right ends a talk within a second. */
const EVERY_MS = 900;

export interface TalkLinksDeps extends Omit<TalkLinkServiceDeps, 'links'>, TalkSessionDeps {
  live: LiveHub;
  callers: Pick<Callers, 'fromAccount' | 'onChange'>;
  log: { error(details: object, message: string): void };
  now(): number;
}

export interface TalkLinks {
  /** Reads the links that the database has beyond those held. */
  load(): Promise<void>;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Opens phone links: stored with the hash of their key, shown live, and ended with the rights of their maker. */
export async function createTalkLinks(deps: TalkLinksDeps): Promise<TalkLinks> {
  const { db, log } = deps;
  const links = new HeldLinks({ db, log, now: deps.now, topic: deps.live.topic<TalkLinkLive>('talk_link') });
  const service = createTalkLinkService({ ...deps, links });
  const load = async () => {
    for (const { row, made_by } of await repository.open(db, links.seconds)) links.hold(row, made_by);
  };
  await load();

  /** Ends the links whose maker may no longer speak there. */
  async function checkMakers(): Promise<void> {
    const accounts = new Map<number, Promise<Caller | null>>();
    for (const link of links.open()) {
      const { account_id } = link.row;
      const found = accounts.get(account_id) ?? deps.callers.fromAccount(account_id);
      accounts.set(account_id, found);
      // An unanswered question ends nothing: the database is away, and nobody could have lost a right.
      const maker = await service.makerOf(link, found).catch(() => undefined);
      if (maker === null) links.end(link, 'denied');
    }
  }
  let checking: Promise<void> | null = null;
  const check = () => {
    checking ??= checkMakers().finally(() => {
      checking = null;
    });
  };
  const stopListening = deps.callers.onChange(check);
  const timer = setInterval(() => {
    links.sweep();
    check();
  }, EVERY_MS);
  timer.unref();

  return {
    load,
    routes(app) {
      const ticket = phoneSocket(app, { ...deps, links, service });
      talkLinkRoutes(app, service, ticket);
    },
    async close() {
      stopListening();
      clearInterval(timer);
      await checking;
      await links.stored();
    },
  };
}
