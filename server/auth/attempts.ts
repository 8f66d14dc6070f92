import { AppError, errorCode } from '../../contract/errors.ts';
import { networkOf } from '../http/address.ts';
import { type CountRule, Counts } from './counts.ts';
import { hashToken } from './token.ts';

/** Kinds of secret that can be guessed at. */
export type AttemptKind = 'login' | 'station' | 'zone';

/** An attempt of somebody of whom nothing is known but an address. */
export interface StrangersAttempt {
  kind: AttemptKind;
  /** The one account, zone, ... that is guessed at (`targetOf`); a name that nothing has: `nobody`. */
  target: string;
  address: string;
}
/** An attempt by a browser or station that proves an earlier login, or within an open login: it has its own count. */
export interface OwnAttempt {
  own: string;
}
export type Attempt = StrangersAttempt | OwnAttempt;

const MINUTE_MS = 60_000;
const flat = (limit: number): CountRule => ({ limit, roundMs: 5 * MINUTE_MS, longestMs: 5 * MINUTE_MS });

/** One network, or one proof, against one target: 5 at once, 135 in a day. */
const close: CountRule = { limit: 5, roundMs: 5 * MINUTE_MS, longestMs: 60 * MINUTE_MS };
/** One network against everything of a kind. */
const perNetwork = flat(30);
/** All networks against one target; those that have not failed there often today are judged nevertheless. */
const perTarget = flat(30);
/** So many failures of a network in a day leave it one that is judged nevertheless. */
const FEW = 3;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** All networks against one target, without exception: where there is another way in, by a person. */
const atMost: Partial<Record<AttemptKind, CountRule>> = {
  zone: { limit: 300, roundMs: DAY_MS, longestMs: DAY_MS },
};

/** Targets that are real, and made-up names beside them, are bounded apart: nobody's names push out no real one. */
const MAX_KEYS = 100_000;
/** A refusal is remembered so long by what was typed, so that floods are refused before anything is looked up, ms. */
const REFUSED_MS = 1_000;
const MAX_REFUSED = 10_000;

const NOBODY = 'nobody ';
/** A name that no account, zone or station has, as it is counted. */
export const nobody = (name: string): string => `${NOBODY}${name}`;

/** Something real with a password, as it is counted: a new password is a new target, so that a reset forgives. */
export function targetOf(thing: string, id: number, passwordHash: string | null): string {
  return `${thing} ${id} ${hashToken(passwordHash ?? '').slice(0, 12)}`;
}

/**
 * So much was guessed at a secret from all addresses together that it is not looked at any more, whoever says it: a person
 * has to decide.
 */
export class GuessedByMany extends AppError {}

/** Attempts as they are typed, before anything was looked up. */
export interface Asked {
  kind: AttemptKind;
  name: string;
  address: string;
}

export interface Attempts {
  /**
   * Refuses early who would be refused later: an address that has failed too often, and what was refused just now.
   * @throws AppError 429
   */
  check(asked: Asked): void;
  /** Forgets what `check` remembers of single refusals: a password may be another now, and its attempts forgiven. */
  forgetRefused(): void;
  /**
   * Counts an attempt as failed before it is judged, so that many at once are not all judged, and takes that back where it
   * was right, or could not be judged.
   * @param judge null: wrong
   * @param asked by which `check` knows it again when it is refused
   * @throws AppError 429 with `retryAfter` in seconds, `GuessedByMany`, and whatever `judge` throws
   */
  judged<T>(attempt: Attempt, judge: () => Promise<T | null>, asked?: Asked): Promise<T | null>;
}

/** Limits guessing at passwords and codes (docs/decisions/0093). In memory: a restart forgives. @param now epoch ms */
export function createAttempts(now: () => number = Date.now): Attempts {
  const real = new Counts(now, MAX_KEYS);
  const madeUp = new Counts(now, MAX_KEYS);
  /** Epoch ms at which a refusal ends, and until which it is remembered. */
  const refused = new Map<string, { ends: number; known: number }>();

  const askedKey = ({ kind, name, address }: Asked) => `${kind} ${networkOf(address)} ${name}`;
  const networkKey = (kind: AttemptKind, address: string) => `network ${kind} ${networkOf(address)}`;

  function refuseUntil(until: number, Refusal = AppError): never {
    const seconds = Math.ceil((until - now()) / 1000);
    throw new Refusal(errorCode.tooMany, 'auth.tooManyAttempts', { seconds }, { retryAfter: seconds });
  }

  function remember(asked: Asked, ends: number): void {
    refused.set(askedKey(asked), { ends, known: now() + REFUSED_MS });
    for (const oldest of refused.keys()) {
      if (refused.size <= MAX_REFUSED) break;
      refused.delete(oldest);
    }
  }

  /** Under which keys an attempt counts; `isHeld`: whether this one can refuse it now. */
  function countsOf(attempt: Attempt) {
    if ('own' in attempt) return [{ counts: real, key: `own ${attempt.own}`, rule: close, isHeld: true }];
    const { kind, target, address } = attempt;
    const counts = target.startsWith(NOBODY) ? madeUp : real;
    const closeKey = `close ${kind} ${target} ${networkOf(address)}`;
    return [
      { counts: real, key: networkKey(kind, address), rule: perNetwork, isHeld: true },
      { counts, key: closeKey, rule: close, isHeld: true },
      { counts, key: `target ${kind} ${target}`, rule: perTarget, isHeld: counts.today(closeKey) >= FEW },
    ];
  }

  /** Counts what all networks together may try, where that is bounded. @returns what takes it back */
  function countMost(attempt: Attempt): (() => void)[] {
    const rule = 'own' in attempt ? undefined : atMost[attempt.kind];
    if ('own' in attempt || rule === undefined) return [];
    const { kind, target } = attempt;
    const counts = target.startsWith(NOBODY) ? madeUp : real;
    const key = `most ${kind} ${target}`;
    const until = counts.blockedUntil(key, rule);
    if (until > now()) refuseUntil(until, GuessedByMany);
    return [counts.fail(key, rule)];
  }

  return {
    check(asked) {
      const again = refused.get(askedKey(asked));
      const until = Math.max(
        again !== undefined && again.known > now() ? again.ends : 0,
        real.blockedUntil(networkKey(asked.kind, asked.address), perNetwork),
      );
      if (until > now()) refuseUntil(until);
    },
    forgetRefused: () => refused.clear(),
    async judged(attempt, judge, asked) {
      const all = countsOf(attempt);
      const until = Math.max(
        ...all.map(({ counts, key, rule, isHeld }) => (isHeld ? counts.blockedUntil(key, rule) : 0)),
      );
      if (until > now()) {
        if (asked !== undefined) remember(asked, until);
        refuseUntil(until);
      }
      const takeBack = [...countMost(attempt), ...all.map(({ counts, key, rule }) => counts.fail(key, rule))];
      try {
        const right = await judge();
        if (right === null) return null;
        for (const one of takeBack) one();
        for (const { counts, key, rule } of all) if (rule === close) counts.forget(key);
        return right;
      } catch (error) {
        for (const one of takeBack) one();
        throw error;
      }
    },
  };
}
