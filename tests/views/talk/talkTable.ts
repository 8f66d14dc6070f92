import {
  type AirFacts,
  airTable,
  holdsBack,
  isLowered,
  isTaken,
  type Terminal,
  there,
} from '../tasks/airTable.ts';

/** Facts of a sentence of a talk: those of a start, and the other broadcasts that the sentence names. */
export interface TalkFacts extends Omit<AirFacts, 'other'> {
  others: readonly { id: number; terminals: number }[];
}
type When = (facts: TalkFacts) => boolean;
type Effect = (one: Terminal, own: number, other: number) => boolean;

const taken: Effect = (one, _, other) => isTaken(one, other);

const heard = ({ own, terminals }: TalkFacts) =>
  terminals.filter(({ reason, after }) => reason === null && after.includes(own)).length;
/** Ids of the broadcasts that have the effect at any terminal. */
function affected(facts: TalkFacts, is: Effect): Set<number> {
  const ids = new Set(facts.terminals.flatMap(({ before, after }) => [...before, ...after]));
  return new Set(
    [...ids].filter((id) => id !== facts.own && there(facts).some((one) => is(one, facts.own, id))),
  );
}
const counts =
  (is: Effect): When =>
  (facts) =>
    facts.params.n === affected(facts, is).size;
/** The sentence names all broadcasts that have the effect, and no other one. */
const namesAll =
  (is: Effect): When =>
  (facts) => {
    const ids = affected(facts, is);
    return ids.size === facts.others.length && facts.others.every(({ id }) => ids.has(id));
  };

/** Conditions under which each sentence of the preview of a talk is true. */
export const talkTable: Record<string, When> = {
  'talk.nobodyThere': ({ terminals }) => terminals.length === 0,
  'talk.nobody': (f) => f.terminals.length > 0 && heard(f) === 0,
  'talk.reaches': (f) => f.params.n === heard(f) && heard(f) > 0,
  'talk.interrupts': counts(taken),
  'talk.lowers': counts(isLowered),
  'talk.interruptsNone': (f) => affected(f, taken).size + affected(f, isLowered).size === 0,
  'talk.wouldMiss': (f) =>
    f.params.targets === f.terminals.length && f.params.n === f.terminals.length - heard(f),
  'talk.wouldWait': namesAll(holdsBack),
  'task.cannotReach': (f) => airTable['task.cannotReach']?.({ ...f, others: undefined } as never) === true,
};

/**
 * Keys of the talk that name a thing, an action or a hint, say the state of the request
 * (tests/views/targets/answers.test.tsx) or of the microphone, or are about a talk on the air
 * (tests/views/talk/allCall.test.tsx).
 */
export const talkLabels =
  `dialogTitle speak speakHint keyHint stop how chime mode phase allCallHint endHint strip letGo latched
   allCallQuestion allCallGo chooseFirst checking unknown microphone microphoneDefault microphoneN microphoneGone
   microphoneGoneWhy otherMicrophone test testEnd tooQuiet tooLoud levelGood trouble
   heardAt unheard onAir onAirShort onAirEnd offline moreWays sayNow sayTitle again
   record recordAgain recordEnd recordFirst recordedOf listen listenEnd discard send
   repeat repeatNone repeatNow repeatTitle repeatUnheard repeatWait repeated`.split(/\s+/);
