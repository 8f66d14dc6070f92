import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { networkOf } from '../http/address.ts';
import { type CountRule, Counts } from './counts.ts';
import { hashToken } from './token.ts';

/** Kinds of secrets that could be guessed. */
export type AttemptKind = 'login' | 'station' | 'zone' | 'phone_link' | 'telephone';

/** Subject of an attempt, for the audit log. */
export interface Tried {
  entity: 'user' | 'caster' | 'partition' | 'talk_link' | 'integration';
  /** Null: it does not exist, so that nobody learns what was typed instead of its name. */
  id: number | null;
  code: string;
  address: string;
}

/** Wrong attempt; `tried` null: it was refused unchecked, after too many others. */
export interface FailedAttempt {
  address: string;
  tried: Tried | null;
}

/** Attempt of a client of which only the address is known. */
export interface StrangersAttempt {
  tried: Tried;
  kind: AttemptKind;
  /**
   * The account, zone or station whose secret is tried (`targetOf`); for a name that does not exist:
   * `unknownTarget`.
   */
  target: string;
  address: string;
}
/**
 * Attempt of a browser or station with proof of an earlier login, or within a session: it has a count of its
 * own.
 */
export interface OwnAttempt {
  tried: Tried;
  own: string;
}
export type Attempt = StrangersAttempt | OwnAttempt;

const MINUTE_MS = 60_000;
const flat = (limit: number): CountRule => ({ limit, roundMs: 5 * MINUTE_MS, longestMs: 5 * MINUTE_MS });

/** Rule of one network, or one proof, for one target: 5 attempts at once, 135 per day. */
const perNetworkAndTarget: CountRule = { limit: 5, roundMs: 5 * MINUTE_MS, longestMs: 60 * MINUTE_MS };
/** Rule of one network for all targets of a kind. */
const perNetwork = flat(30);
/** Rule of all networks for one target; networks with few failures there today are exempt. */
const perTarget = flat(30);
/** Number of failures per day below which a network is exempt from that rule. */
const FEW = 3;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Rule of all networks for one target without exemption, for secrets that an operator can replace by a decision. */
const atMost: Partial<Record<AttemptKind, CountRule>> = {
  zone: { limit: 300, roundMs: DAY_MS, longestMs: DAY_MS },
};

/**
 * Maximum number of keys, separately for existing targets and made-up names, so that made-up names push out
 * no existing target.
 */
const MAX_KEYS = 100_000;
/** Time for which a refusal is remembered by its input, so that floods are refused before any lookup, ms. */
const REFUSED_MS = 1_000;
const MAX_REFUSED = 10_000;

const UNKNOWN_PREFIX = 'nobody ';
/** Target name of an account, zone or station that does not exist. */
export const unknownTarget = (name: string): string => `${UNKNOWN_PREFIX}${name}`;

/**
 * Target name of an existing thing with a password. A new password makes a new target, so that a reset clears
 * its failures.
 */
export function targetOf(thing: string, id: number, passwordHash: string | null): string {
  return `${thing} ${id} ${hashToken(passwordHash ?? '').slice(0, 12)}`;
}

/**
 * Error after too many attempts at a secret from all networks together: further attempts of any client are
 * refused unchecked, and an operator must decide.
 */
export class GuessedByMany extends AppError {}

/** Attempt as it was typed, before any lookup. */
export interface AttemptInput {
  kind: AttemptKind;
  name: string;
  address: string;
}

export interface Attempts {
  /**
   * Refuses early what would be refused later: an address with too many failures, and input that was refused
   * just now.
   * @throws AppError 429
   */
  check(input: AttemptInput): void;
  /**
   * Forgets the refusals that `check` remembers: a password may have been reset, which clears its failures.
   */
  forgetRefused(): void;
  /** Calls the listener for each attempt that was wrong or refused. */
  onFailed(listener: (failed: FailedAttempt) => void): void;
  /**
   * Counts an attempt as failed before it is judged, so that not many can be judged at once, and takes that
   * back if it was right or could not be judged.
   * @param verify returns null for a wrong secret
   * @param input input by which `check` recognises it once it is refused
   * @throws AppError 429 with `retryAfter` in seconds, `GuessedByMany`, and errors of `verify`
   */
  run<T>(attempt: Attempt, verify: () => Promise<T | null>, input?: AttemptInput): Promise<T | null>;
}

/**
 * Limits attempts to guess passwords and codes (docs/decisions/0093-nobody-locks-others-out.md). In memory: a
 * restart clears all counts.
 * @param now epoch ms
 */
export function createAttempts(now: () => number = Date.now): Attempts {
  const real = new Counts(now, MAX_KEYS);
  const madeUp = new Counts(now, MAX_KEYS);
  /** Epoch ms at which a refusal ends, and until which it is remembered. */
  const refused = new Map<string, { ends: number; known: number }>();
  const listeners = new Set<(failed: FailedAttempt) => void>();

  const inputKey = ({ kind, name, address }: AttemptInput) => `${kind} ${networkOf(address)} ${name}`;
  const networkKey = (kind: AttemptKind, address: string) => `network ${kind} ${networkOf(address)}`;

  function failed(address: string, tried: Tried | null): void {
    for (const listener of listeners) listener({ address, tried });
  }

  function refuseUntil(until: number, address: string, Refusal = AppError): never {
    failed(address, null);
    const seconds = Math.ceil((until - now()) / 1000);
    throw new Refusal(errorCode.tooMany, 'auth.tooManyAttempts', { seconds }, { retryAfter: seconds });
  }

  function remember(input: AttemptInput, ends: number): void {
    refused.set(inputKey(input), { ends, known: now() + REFUSED_MS });
    for (const oldest of refused.keys()) {
      if (refused.size <= MAX_REFUSED) break;
      refused.delete(oldest);
    }
  }

  /** Keys under which an attempt counts; `isHeld`: this count can refuse the attempt now. */
  function countsOf(attempt: Attempt) {
    if ('own' in attempt)
      return [{ counts: real, key: `own ${attempt.own}`, rule: perNetworkAndTarget, isHeld: true }];
    const { kind, target, address } = attempt;
    const counts = target.startsWith(UNKNOWN_PREFIX) ? madeUp : real;
    const closeKey = `close ${kind} ${target} ${networkOf(address)}`;
    return [
      { counts: real, key: networkKey(kind, address), rule: perNetwork, isHeld: true },
      { counts, key: closeKey, rule: perNetworkAndTarget, isHeld: true },
      { counts, key: `target ${kind} ${target}`, rule: perTarget, isHeld: counts.today(closeKey) >= FEW },
    ];
  }

  /**
   * Counts an attempt for the limit of all networks together, if its kind has one.
   * @returns functions that take the count back
   * @throws GuessedByMany when the limit is reached
   */
  function countMost(attempt: Attempt): (() => void)[] {
    const rule = 'own' in attempt ? undefined : atMost[attempt.kind];
    if ('own' in attempt || rule === undefined) return [];
    const { kind, target } = attempt;
    const counts = target.startsWith(UNKNOWN_PREFIX) ? madeUp : real;
    const key = `most ${kind} ${target}`;
    const until = counts.blockedUntil(key, rule);
    if (until > now()) refuseUntil(until, attempt.address, GuessedByMany);
    return [counts.fail(key, rule)];
  }

  return {
    check(input) {
      const again = refused.get(inputKey(input));
      const until = Math.max(
        again !== undefined && again.known > now() ? again.ends : 0,
        real.blockedUntil(networkKey(input.kind, input.address), perNetwork),
      );
      if (until > now()) refuseUntil(until, input.address);
    },
    forgetRefused: () => refused.clear(),
    onFailed: (listener) => void listeners.add(listener),
    async run(attempt, verify, input) {
      const all = countsOf(attempt);
      const until = Math.max(
        ...all.map(({ counts, key, rule, isHeld }) => (isHeld ? counts.blockedUntil(key, rule) : 0)),
      );
      if (until > now()) {
        if (input !== undefined) remember(input, until);
        refuseUntil(until, attempt.tried.address);
      }
      const undo = [...countMost(attempt), ...all.map(({ counts, key, rule }) => counts.fail(key, rule))];
      try {
        const right = await verify();
        if (right === null) {
          failed(attempt.tried.address, attempt.tried);
          return null;
        }
        for (const one of undo) one();
        for (const { counts, key, rule } of all) if (rule === perNetworkAndTarget) counts.forget(key);
        return right;
      } catch (error) {
        for (const one of undo) one();
        throw error;
      }
    },
  };
}
