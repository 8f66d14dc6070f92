import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { byRank } from '../../../contract/entities/tasks/queuedStart.ts';
import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import { DIALLED } from '../../../contract/protocol/frames.ts';
import type { TalkTargets } from '../../../contract/protocol/talk.ts';
import { systemName } from '../../../contract/systemName.ts';
import type { Scope } from '../../platform/live/scope.ts';
import type { CasterAccounts } from '../../site/casters/casterAccounts.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { TerminalGateway, TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import { TalkSession } from './talkSession.ts';
import type { TalkSessionDeps } from './waitingPage.ts';

export interface TerminalTalkDeps extends TalkSessionDeps {
  gateway: TerminalGateway;
  /** Accounts of call stations. */
  casters: Pick<CasterAccounts, 'reach'>;
}

/** Zones that a call station may reach, by its account. */
function reach({ casters }: TerminalTalkDeps, station: AdoptedTerminal): Scope {
  return casters.reach(station.id, station.org);
}

const isStation = (terminal: AdoptedTerminal) => terminal.kind === 'caster' || terminal.kind === 'dialogue';

/**
 * Call stations (task type 2, caster shout): are sent the zones that they may reach, request a talk and are
 * granted a stream.
 */
export function terminalTalk(deps: TerminalTalkDeps) {
  const { gateway, directory, zones } = deps;
  const sessions = new Map<number, { link: TerminalLink; session: TalkSession }>();

  function permit(link: TerminalLink) {
    const station = directory.byId(link.terminalId);
    if (station === undefined || !isStation(station))
      throw new AppError(errorCode.forbidden, 'talk.notStation');
    const name = station.settings.name;
    const priority = station.kind === 'caster' ? settingsOf('caster', station.row.details).priority : 0;
    const scope = reach(deps, station);
    const speaker = { name, accountId: null, code: station.code, ip: link.address, scope };
    return { speaker, title: systemName('page', name), priority };
  }

  function sessionOf(link: TerminalLink): TalkSession {
    const held = sessions.get(link.terminalId);
    if (held?.link === link) return held.session;
    held?.session.leave();
    const session = new TalkSession(deps, {
      language: link.language,
      uplinks: link.uplinks,
      send: (message) => link.send(message),
      permit(request) {
        // Modes that outrank alarms are for permitted accounts at the console only.
        if (request.mode !== 'page') throw new AppError(errorCode.forbidden, 'auth.noPermission');
        return permit(link);
      },
    });
    sessions.set(link.terminalId, { link, session });
    return session;
  }

  function sendTargets(link: TerminalLink): void {
    const station = directory.byId(link.terminalId);
    if (station === undefined || !isStation(station)) return;
    const scope = reach(deps, station);
    const within = (id: number | null) => id !== null && (scope.all === true || scope.ids.has(id));
    const orgs = zones
      .all()
      .filter(({ id }) => within(id))
      .map(({ id, name, parent_id }) => ({ id, name, parent: within(parent_id) ? parent_id : null }));
    link.send({ type: 'talk.targets', orgs });
    const session = sessions.get(link.terminalId)?.session;
    const targets = [...(session?.talk?.broadcast.targets.keys() ?? [])];
    // Targets outside the zones are no longer permitted.
    if (!targets.every((id) => within(directory.byId(id)?.org ?? null))) session?.deny();
  }

  const unsubscribe = gateway.subscribe({
    online: sendTargets,
    settings: (link) => sendTargets(link),
    offline(id) {
      sessions.get(id)?.session.leave();
      sessions.delete(id);
    },
    talk(link, message) {
      const session = sessionOf(link);
      if (message.type === 'talk.start') session.start(message);
      else session.stop(message.stream);
    },
  });
  const stopWatching = zones.onChange(() => {
    for (const link of gateway.links()) sendTargets(link);
  });

  return {
    /**
     * Starts a page of a station that dialled its targets; the answer has request 0.
     * @returns true if it was granted
     */
    page: (link: TerminalLink, targets: TalkTargets): boolean =>
      sessionOf(link).start({
        type: 'talk.start',
        request: DIALLED,
        mode: 'page',
        targets,
        priority: 0,
        volume: null,
        ...byRank,
      }),
    /** Current talk of a call station; null: none. */
    talkOf: (terminalId: number) => sessions.get(terminalId)?.session.talk ?? null,
    close() {
      unsubscribe();
      stopWatching();
      for (const { session } of sessions.values()) session.leave();
    },
  };
}
export type TerminalTalk = ReturnType<typeof terminalTalk>;
