import { messageText } from '../../../contract/api/errors.ts';
import type { CallEnd } from '../../../contract/protocol/call.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { QuickCodes } from '../quickCodes/quickCodes.ts';
import type { QuickResult } from '../quickCodes/quickRun.ts';
import { calledStation, calledVirtual, findCalled, type NumbersDeps } from './numbers.ts';
import type { Called } from './switchboard.ts';

/** Rate limit of dialling per station: burst size, and interval of one more attempt in the long run, ms. */
const BURST = 10;
const EACH_MS = 1_000;

/**
 * Rate limit of dialling (token bucket per station), against trying all codes and endless starts and stops.
 */
export class DialLimit {
  readonly #left = new Map<number, { tokens: number; at: number }>();

  /** @param now monotonic ms @returns true if the station may dial now */
  take(station: number, now: number): boolean {
    const held = this.#left.get(station) ?? { tokens: BURST, at: now };
    const tokens = Math.min(BURST, held.tokens + (now - held.at) / EACH_MS);
    this.#left.set(station, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    return tokens >= 1;
  }

  forget(station: number): void {
    this.#left.delete(station);
  }
}

export interface DiallingDeps extends NumbersDeps {
  quickCodes: Pick<QuickCodes, 'byCode' | 'run' | 'record'>;
  /** Tells if a station is neither in a call nor paging. */
  isFree(station: number): boolean;
  /**
   * Calls a number. `called`: the called party, for numbers that are not quick numbers.
   * @returns the reason of a failure
   */
  call(station: AdoptedTerminal, number: string, called?: Called): CallEnd | null;
  /** Tells a station that its dialling has ended. */
  over(station: number, peer: { name: string; number: string }, reason: CallEnd, message: string): void;
}

/** Handles dialled digits: a quick code runs its action, any other number starts a call. */
export function createDialling(deps: DiallingDeps) {
  const { quickCodes, directory } = deps;
  const limit = new DialLimit();

  return {
    async dial(station: AdoptedTerminal, link: TerminalLink, dialled: string): Promise<void> {
      const number = dialled.trim();
      const code = quickCodes.byCode(number);
      const over = (reason: CallEnd, { key, params }: Partial<QuickResult> = {}) =>
        deps.over(
          station.id,
          { name: code?.name ?? '', number },
          reason,
          messageText(key ?? `call.end.${reason}`, link.language, params),
        );
      if (!limit.take(station.id, performance.now())) return over('too_fast');
      if (code === undefined) return void deps.call(station, number);
      const finish = (result: QuickResult) => {
        quickCodes.record(code, station, link, result.outcome);
        const { outcome } = result;
        if (outcome !== 'page' && outcome !== 'call' && result.key !== undefined) over(outcome, result);
      };
      if (!deps.isFree(station.id)) return finish({ outcome: 'busy', key: 'call.end.busy' });
      if (!code.activated)
        return finish({ outcome: 'denied', key: 'call.codeOff', params: { code: number } });
      if (code.action !== 'call') return finish(await quickCodes.run(code, station, link));
      const virtual =
        code.virtual_caster === null ? undefined : deps.virtualCasters.byId(code.virtual_caster);
      const called =
        virtual === undefined
          ? calledStation(deps, station, directory.byId(code.station ?? 0))
          : calledVirtual(deps, station, virtual);
      if (called === undefined)
        return finish({ outcome: 'denied', key: 'call.codeOutside', params: { name: code.name } });
      // The call itself tells the station its result.
      finish({ outcome: deps.call(station, number, called) ?? 'call' });
    },
    /**
     * Tells if a station can call a number: one of a station or a virtual caster, or a quick code that calls. Other
     * quick codes are none: they act.
     */
    canCall(station: AdoptedTerminal, number: string): boolean {
      const code = quickCodes.byCode(number);
      return code === undefined
        ? findCalled(deps, station, number) !== undefined
        : code.activated && code.action === 'call';
    },
    gone: (station: number) => limit.forget(station),
  };
}
