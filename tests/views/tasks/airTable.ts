import type { NotHeard } from '../../../contract/fieldCodes.ts';
import { isAway } from '../../../server/site/faults/silenceReason.ts';

/** Effect of a start at a terminal: reason for silence, and the broadcasts it plays before and after. */
export interface Terminal {
  id: number;
  reason: NotHeard | null;
  /** Its loudspeaker reports nothing back. */
  isForeign: boolean;
  /** Its loudspeaker must be called first, for as many seconds as its id at most. */
  isCalled: boolean;
  before: readonly number[];
  after: readonly number[];
}

/** The site before and after the real start of the task, and the facts of a sentence. */
export interface AirFacts {
  /** The started broadcast. */
  own: number;
  terminals: readonly Terminal[];
  /** Length of its programme, ms; null: unknown, or endless. */
  total_ms: number | null;
  params: Record<string, unknown>;
  /** The other broadcast that the sentence names, with its number of terminals. */
  other?: { id: number; terminals: number };
  /** The terminal that the sentence names. */
  terminal?: Terminal;
}
type When = (facts: AirFacts) => boolean;

/** A terminal without a connection plays nothing, so it loses nothing. */
export const there = ({ terminals }: Pick<AirFacts, 'terminals'>) =>
  terminals.filter(({ reason }) => !isAway(reason));
const countOf = (facts: AirFacts, isSo: (one: Terminal, other: number) => boolean): boolean => {
  const { other } = facts;
  return (
    other !== undefined &&
    other.terminals > 0 &&
    there(facts).filter((one) => isSo(one, other.id)).length === other.terminals
  );
};
const hasReason =
  (reason: NotHeard): When =>
  ({ terminal }) =>
    terminal?.reason === reason;

export const isTaken = ({ before, after }: Terminal, other: number) =>
  before.includes(other) && !after.includes(other);
export const isLowered = ({ after }: Terminal, own: number, other: number) =>
  after[0] === own && after[1] === other;
export const lowersOwn = ({ after }: Terminal, own: number, other: number) =>
  after[0] === other && after[1] === own;
export const holdsBack = ({ after }: Terminal, own: number, other: number) =>
  after[0] === other && !after.includes(own);

/** Conditions under which each sentence of the dry run of a broadcast is true. */
export const airTable: Record<string, When> = {
  'task.wouldSound': ({ own, terminals, params }) =>
    params.targets === terminals.length &&
    params.sounding ===
      terminals.filter(({ reason, after }) => reason === null && after.includes(own)).length,
  'task.wouldBeSent': ({ own, terminals, params }) =>
    Number(params.terminals) > 0 &&
    params.terminals ===
      terminals.filter(({ reason, after, isForeign }) => isForeign && reason === null && after.includes(own))
        .length,
  'task.wouldWaitFor': ({ terminals, params }) => {
    const called = terminals.flatMap(({ id, isCalled }) => (isCalled ? [id] : []));
    return called.length > 0 && params.loudspeakers === called.length && params.most === Math.max(...called);
  },
  'task.wouldLast': ({ total_ms, params }) => total_ms !== null && params.ms === total_ms,
  'task.wouldPreempt': (f) => countOf(f, isTaken),
  'task.wouldDuck': (f) => countOf(f, (one, other) => isLowered(one, f.own, other)),
  'task.wouldBeDucked': (f) => countOf(f, (one, other) => lowersOwn(one, f.own, other)),
  'task.wouldWait': (f) => countOf(f, (one, other) => holdsBack(one, f.own, other)),
  'task.cannotReach': ({ terminals, params }) => {
    const behind = terminals.filter(({ reason }) => reason === 'behind_relay').length;
    const all = terminals.filter(({ reason }) => reason !== null).length;
    return all > 0 && params.behindRelay === behind && params.terminals === all - behind;
  },
  'task.unreachable.offline': hasReason('offline'),
  'task.unreachable.behind_relay': hasReason('behind_relay'),
  'task.unreachable.locked': hasReason('locked'),
  'task.unreachable.unsynced': hasReason('unsynced'),
  'task.unreachable.silent': hasReason('silent'),
  'task.unreachable.self_test': hasReason('self_test'),
};

/** Keys of the dry run that are labels, or the state of the request (tests/views/tasks/formPreview.test.tsx). */
export const airLabels = ['dryRun', 'dryRunIncomplete', 'dryRunChecking', 'dryRunOld', 'otherAt', 'which'];
