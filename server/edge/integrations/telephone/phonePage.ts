import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { byRank } from '../../../../contract/entities/tasks/queuedStart.ts';
import { defaultLanguage } from '../../../../contract/language.ts';
import type { TalkTargets } from '../../../../contract/protocol/talk.ts';
import { systemName } from '../../../../contract/systemName.ts';
import type { By } from '../../../air/broadcast/startTask.ts';
import { talkRights } from '../../../air/talk/consoleTalk.ts';
import { TalkSession } from '../../../air/talk/talkSession.ts';
import type { TalkSessionDeps } from '../../../air/talk/waitingPage.ts';
import { inScope } from '../../../platform/live/scope.ts';
import { Uplinks } from '../../../site/terminals/gateway/uplinks.ts';
import { WhoListens } from './whoListens.ts';

/** Speech that was asked for. */
export interface PageOrder {
  mode: 'page' | 'all_call';
  targets: TalkTargets;
  priority: number;
}

export interface PageEvents {
  granted(): void;
  /** Called with whether at least one terminal plays it, when that is known and when it changes. */
  heard(isHeard: boolean): void;
  /** Called once, when it was refused or is over. `wasHeard`: at least one terminal has played it. */
  over(isRefused: boolean, wasHeard: boolean): void;
}

const stationOf = ({ station }: { station?: string }) => (station === undefined ? {} : { station });

/** Page or all-call from a telephone: the talk of an account, with packets from its call. */
export class PhonePage {
  readonly #deps: TalkSessionDeps;
  readonly #session: TalkSession;
  readonly #mode: PageOrder['mode'];
  readonly #listeners: WhoListens;
  #isOver = false;

  /** @param from number or name of the phone, and its code when it is a station that this server has rung */
  constructor(
    deps: TalkSessionDeps,
    by: By,
    { mode, targets, priority }: PageOrder,
    from: { name: string; station?: string },
    events: PageEvents,
  ) {
    this.#deps = deps;
    this.#mode = mode;
    const { caller, ip } = by;
    const { name, accountId, code: account, scope } = caller;
    const over = (isRefused: boolean) => {
      if (this.#isOver) return;
      this.#isOver = true;
      events.over(isRefused, this.#listeners.wasHeard);
    };
    this.#listeners = new WhoListens((isHeard) => events.heard(isHeard));
    const listeners = this.#listeners;
    this.#session = new TalkSession(deps, {
      language: defaultLanguage,
      uplinks: new Uplinks(),
      send(message) {
        if (message.type === 'talk.granted') events.granted();
        else if (message.type === 'talk.state') listeners.state(message);
        else if (message.type === 'talk.refused') over(true);
        else if (message.type === 'talk.ended') over(false);
      },
      permit: () => {
        if (!caller.permissions.has(talkRights[this.#mode]))
          throw new AppError(errorCode.forbidden, 'auth.noPermission');
        const speaker = { name, accountId, code: account, ip, scope, phone: true, ...stationOf(from) };
        return { speaker, title: systemName(this.#mode, `${name} · ${from.name}`), priority };
      },
    });
    const request = { mode, targets, priority, volume: null };
    this.#session.start({ type: 'talk.start', request: 1, ...request, ...byRank });
  }

  push(packet: Uint8Array): void {
    this.#listeners.spoke();
    this.#session.talk?.feed.push(packet);
  }

  /** Ends it if the account may no longer speak there. */
  checked(by: By | null): void {
    const targets = [...(this.#session.talk?.broadcast.targets.keys() ?? [])];
    const reaches =
      by?.caller.permissions.has(talkRights[this.#mode]) === true &&
      targets.every((id) => inScope(by.caller.scope, this.#deps.directory.byId(id)?.org ?? null));
    if (!reaches) this.#session.deny();
  }

  /** Ends it; what was said is still played. */
  end(): void {
    const id = this.#session.talk?.id;
    if (id === undefined) this.#session.leave();
    else this.#session.stop(id);
  }
}
