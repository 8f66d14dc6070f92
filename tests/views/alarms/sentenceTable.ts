import type { AlarmPlanDryRun } from '../../../contract/entities/tasks/alarmPlan.ts';
import { type AlarmWorld, isAway } from './alarmWorld.ts';

/**
 * Facts against which a sentence is checked: the simulated site, the parameters, and a dry run if there is
 * one.
 */
export interface Facts {
  world: AlarmWorld;
  params: Record<string, unknown>;
  /** Event of the sentence, in a timeline. */
  at?: number;
  /** The zone of the sentence. */
  zone?: number | null;
  run?: AlarmPlanDryRun;
}
type When = (facts: Facts) => boolean;
/** Marks a key that names something and claims nothing about the site. */
export const label = 'label';

const state = ({ world }: Facts) => world.alarm?.state;
const drill = ({ world }: Facts) => world.alarm?.drill ?? 'none';
const sounding = ({ world }: Facts) =>
  world.speakers.filter(({ sounds, isForeign }) => sounds && !isForeign).length;
const sentTo = (speakers: Facts['world']['speakers']) =>
  speakers.filter(({ sounds, isForeign }) => sounds && isForeign).length;
/** Not connected because its relay is lost: nothing is known of it. */
const isUnknown = (one: Facts['world']['speakers'][number]) => isAway(one) && one.isBehind;
const count = ({ world }: Facts) => world.speakers.length;
/**
 * Terminals that should sound and do not: pre-empted ones do not count, and those without reports are
 * unknown.
 */
const lacking = ({ world }: Facts) =>
  world.speakers.filter((one) => !one.sounds && !one.held && !one.mute && !isUnknown(one)).length;
const inZone = ({ world, zone }: Facts) => world.speakers.filter((one) => one.zone === zone);
const idle = (f: Facts) =>
  inZone(f).filter(({ online, sounds, held, mute }) => online && !sounds && !held && !mute).length;
const zones = ({ world }: Facts) => new Set(world.speakers.map(({ zone }) => zone)).size;
const isTriggered = ({ world: { plan } }: Facts) =>
  plan.fire_control_device !== null && plan.activated && plan.input_nums.length > 0;
const isSilenced = ({ world }: Facts) => world.alarm?.silenced === true;
const hasDevice = ({ world }: Facts) => world.plan.fire_control_device !== null;
const stepNamed: When = ({ world, params }) => {
  const { alarm, plan } = world;
  const step = alarm === null ? undefined : plan.steps[alarm.step];
  return step !== undefined && params.name === (step.name || `alarm.stepN ${(alarm?.step ?? 0) + 2}`);
};
const isPerson = label;
const isLost: When = (f) => hasDevice(f) && !f.world.plan.device_online;
/** First phase with a message: 0 is the start; -1: none. */
const soundsFrom = ({ world: { plan } }: Facts) =>
  [plan.linkage_task_ids, ...plan.steps.map((step) => step.linkage_task_ids)].findIndex(
    (tasks) => tasks.length > 0,
  );

/**
 * Conditions under which each sentence of the alarm screens is true. A key of these sections without an entry
 * fails the test.
 */
export const sentenceTable: Record<string, When | typeof label> = {
  'alarm.deviceOnline': (f) => hasDevice(f) && f.world.plan.device_online,
  'alarm.deviceOffline': (f) => isLost(f) && f.world.plan.device_relay === null,
  'alarm.deviceBehind': (f) => isLost(f) && f.params.relay === f.world.plan.device_relay,
  'alarm.ready': ({ world }) => world.plan.ready,
  'alarm.notReady': ({ world }) => !world.plan.ready,
  'alarm.notReadyOf': ({ world, params }) => !world.plan.ready && params.names !== '',
  'alarm.onlineOf': (f) =>
    f.params.targets === count(f) &&
    f.params.online === f.world.speakers.filter(({ online }) => online).length,
  'alarm.onlyByHand': (f) => !isTriggered(f),
  'alarm.reaches': (f) => f.params.n === count(f),
  'status.not_started': (f) => f.world.alarm === null && isTriggered(f),
  'alarm.startEffect': (f) => soundsFrom(f) === 0 && count(f) > 0 && f.params.n === count(f),
  'alarm.startSoundLater': (f) => soundsFrom(f) > 0 && count(f) > 0 && f.params.n === count(f),
  'alarm.startNoSound': (f) => soundsFrom(f) < 0 || count(f) === 0,
  'alarm.deviceLost': (f) => isLost(f) && f.world.plan.device_relay === null,
  'alarm.deviceLostBehind': (f) => isLost(f) && f.params.relay === f.world.plan.device_relay,
  'alarm.inputStillActive': (f) => !isLost(f) && (f.world.alarm?.active_inputs.length ?? 0) > 0,
  'alarm.inputWasActive': (f) => isLost(f) && (f.world.alarm?.active_inputs.length ?? 0) > 0,
  'alarm.soundingHow': ({ world, params }) => {
    const all = [...new Set(world.speakers.map(({ zone }) => zone))];
    const of = (zone: number) => world.speakers.filter((one) => one.zone === zone);
    // With something that should sound and does not, a zone is listed above.
    const isWhole = (zone: number) => of(zone).every((one) => one.sounds || one.held || isUnknown(one));
    const sound = all.filter(
      (zone) => isWhole(zone) && of(zone).some(({ sounds, isForeign }) => sounds && !isForeign),
    );
    return params.zones === (world.alarm?.silenced && world.alarm.drill !== 'silent' ? all : sound).length;
  },
  'alarm.unacknowledged': (f) =>
    drill(f) === 'none' && state(f) === 'alarming' && f.world.alarm?.acknowledged_at === null,
  'alarm.unheard': (f) =>
    drill(f) !== 'silent' && state(f) === 'alarming' && !isSilenced(f) && f.params.n === lacking(f),
  'alarm.unconfirmed': (f) => drill(f) === 'silent' && f.params.n === lacking(f),
  'alarm.offlineN': (f) => f.params.n === inZone(f).filter((one) => isAway(one) && !one.isBehind).length,
  // Of a plan that does not run, the terminals that are not online; of a zone in an alarm, those not heard.
  'alarm.behindRelayN': (f) =>
    f.zone === undefined
      ? f.params.n === f.world.speakers.filter(({ online, isBehind }) => !online && isBehind).length
      : f.params.n === inZone(f).filter(isUnknown).length,
  'alarm.unknownN': (f) => f.params.n === inZone(f).filter(({ mute }) => mute).length,
  'alarm.silentN': (f) => drill(f) !== 'silent' && f.params.n === idle(f),
  'alarm.unconfirmedN': (f) => drill(f) === 'silent' && f.params.n === idle(f),
  'alarm.heldBack': (f) => f.params.n === inZone(f).filter(({ held }) => held).length,
  'alarm.heldBackBy': (f) =>
    f.params.n === inZone(f).filter(({ held }) => held).length && f.params.names !== '',
  'alarm.sentN': (f) => f.params.n === sentTo(f.zone === undefined ? f.world.speakers : inZone(f)),
  'alarm.soundingSentOf': (f) =>
    drill(f) !== 'silent' &&
    !isSilenced(f) &&
    sentTo(f.world.speakers) > 0 &&
    f.params.sent === sentTo(f.world.speakers) &&
    f.params.sounding === sounding(f) &&
    f.params.targets === count(f),
  'alarm.soundingOf': (f) =>
    sentTo(f.world.speakers) === 0 &&
    drill(f) !== 'silent' &&
    !isSilenced(f) &&
    f.params.sounding === sounding(f) &&
    f.params.targets === count(f),
  'alarm.confirmedOf': (f) =>
    drill(f) === 'silent' && f.params.sounding === sounding(f) && f.params.targets === count(f),
  'status.silenced': (f) => isSilenced(f) && drill(f) !== 'silent' && sounding(f) === 0,
  'alarm.sounding': (f) => !isSilenced(f) && drill(f) !== 'silent',
  'alarm.confirmed': (f) => drill(f) === 'silent',
  'alarm.soundedAt': (f) => {
    const firsts = f.world.speakers.flatMap(({ first }) => first ?? []);
    const last = Math.max(...firsts) - (f.world.alarm?.alarming_at ?? 0);
    return isSilenced(f) && f.params.n === firsts.length && f.params.s === (last / 1000).toFixed(1);
  },
  'alarm.fellSilentAt': (f) => isSilenced(f) && sounding(f) === 0 && Number(f.params.n) <= count(f),
  'alarm.acknowledgeEffect': (f) => drill(f) === 'none',
  'alarm.acknowledgeDrill': (f) => drill(f) !== 'none',
  'alarm.silenceEffect': (f) => drill(f) === 'none' && f.params.n === zones(f),
  'alarm.unsilenceEffect': (f) => drill(f) === 'none' && isSilenced(f) && f.params.n === zones(f),
  'alarm.silenceDrill': (f) => drill(f) === 'chosen' && f.params.n === zones(f),
  'alarm.unsilenceDrill': (f) => drill(f) === 'chosen' && isSilenced(f) && f.params.n === zones(f),
  'alarm.silenceSilent': (f) => drill(f) === 'silent',
  'alarm.resetEffect': (f) => drill(f) === 'none' && state(f) === 'alarming',
  'alarm.resetDrill': (f) => drill(f) !== 'none' && state(f) === 'alarming',
  'alarm.resetWaits': ({ world }) => (world.alarm?.active_inputs.length ?? 0) > 0,
  'alarm.resetAgain': ({ world }) => world.alarm?.active_inputs.length === 0,
  'alarm.byHand': (f) => state(f) !== 'reset',
  'alarm.untilAlarm': (f) => state(f) === 'starting',
  'alarm.toAlarm': (f) => state(f) === 'starting',
  'alarm.untilReady': (f) => state(f) === 'reset',
  'alarm.toReady': (f) => state(f) === 'reset',
  'alarm.untilStep': stepNamed,
  'alarm.toStep': stepNamed,
  'alarm.announcement.acknowledged': ({ world }) => world.alarm?.acknowledged_at !== null,
  'alarm.announcement.silenced': isSilenced,
  'alarm.announcement.unsilenced': (f) => !isSilenced(f),
  'alarm.announcement.reset': (f) => state(f) === 'reset',
  'alarm.announcement.step': ({ world }) => (world.alarm?.step ?? 0) > 0,
  'alarm.announcement.unheard': ({ world: { alarm } }) => (alarm?.silent ?? 0) + (alarm?.offline ?? 0) > 0,
  'alarm.announcement.over': ({ world }) => world.alarm === null,
  'alarmPlan.wouldSound': ({ params, run }) =>
    run !== undefined && Number(params.n) === run.targets - run.unreachable_count && Number(params.n) >= 0,
  'alarmPlan.byHandToo': ({ params, run }) => run?.by_hand === params.n && Number(params.n) > 0,
  'alarmPlan.nowhere': ({ run }) => run?.targets === 0,
  'alarmPlan.unready': ({ run }) =>
    run?.steps.some(({ tasks }) => tasks.some(({ ready }) => !ready)) === true,
  'alarmPlan.outrankedBy': ({ run }) =>
    run !== undefined && run.outranked_by.length + run.outranked_elsewhere > 0,
  'alarmPlan.nothingInTheWay': ({ run }) =>
    run !== undefined &&
    run.targets > 0 &&
    run.unreachable_count + run.outranked_by.length + run.outranked_elsewhere === 0,
  // Sentences of the timeline are about the past: each is compared with its event, below.
  'alarmEvent.reached': ({ params }) => Number(params.n) > 0 && Number(params.n) <= Number(params.targets),
  'alarmEvent.reachedNone': ({ params }) => Number(params.n) === 0,
  'alarmEvent.confirmed': (f) => drill(f) === 'silent' && Number(f.params.n) > 0,
  'alarmEvent.confirmedNone': (f) => drill(f) === 'silent' && Number(f.params.n) === 0,
  'alarmEvent.alarming': (f) => drill(f) !== 'silent',
  'alarmEvent.silentDrill': (f) => drill(f) === 'silent',
  'alarmEvent.fell_silent': ({ params }) => Number(params.n) <= Number(params.of),
  'alarmEvent.step': ({ world, params }) => {
    const names = world.plan.steps.map(({ name }, i) => name || `alarm.stepN ${i + 2}`);
    return names.includes(String(params.name));
  },
  'alarmRecord.requestedAt': (f) => drill(f) === 'silent',
  'alarmRecord.alarmingAt': (f) => drill(f) !== 'silent',
  'alarmRecord.confirmedAt': (f) => drill(f) === 'silent',
  'alarmRecord.heard': (f) => drill(f) !== 'silent',
  'alarmRecord.firstConfirmed': (f) => drill(f) === 'silent',
  'alarmRecord.firstSound': (f) => drill(f) !== 'silent',
  'alarmRecord.cancelled': isPerson,
  'alarmPlan.lack.message': ({ world }) => !world.plan.ready,
  'alarmPlan.lack.device': (f) => isLost(f) && f.world.plan.device_relay === null,
  'alarmPlan.lack.nowhere': ({ world }) => world.speakers.length === 0,
  'status.in_alarm': (f) => drill(f) === 'none' && state(f) === 'alarming',
  'status.drill': (f) => drill(f) !== 'none',
};

/** Sentences that name an event in a word: true of an event of that kind. */
export const eventWords = [
  'input_active',
  'input_normal',
  'start',
  'acknowledge',
  'silence',
  'unsilence',
  'stop',
  'reset',
  'cancelled',
  'over',
  'message_failed',
  'output_failed',
  'device_lost',
  'device_back',
  'server_restart',
  'line_cut',
  'line_back',
  'note',
  'joined',
  'left',
];

/** Keys of these sections that name a thing, an action, a unit or a hint. */
export const labels: Record<string, string> = {
  alarmPlan:
    'new search noneTitle noneWhy firstTasks firstDevices deleteTitle deleteWhy trigger steps activated inactive resetTime lastAlarm never byHandOnly deviceOffline deviceBehind device titles.create titles.copy titles.edit sequence sequenceHint ifStartedNow start whenInputs noDevices needsDevices anyInput noInputsChosen activatedLong plus delay noDelay delayHint atOnce addTask noTasks atTerminals outputs gpio addGpio noGpio stepName stepWhen byTime stepSeconds secondsAfter stepUp stepDown addStep addStepHint resetStage resetAfter resetSeconds resetHint priorityHint dryRunIncomplete round drill drillTitle drillStart drillHow drillStarted drillReport silentHint chosenHint outputsOn gpioRun records goneTitle goneWhy zoneHint',
  alarm:
    'openControl drill more flood buzzerBlocked acknowledgedBy renewTitle renewWhy firstStep stepN afterSeconds delay phases noZone shouldSound shouldConfirm shouldSoundHow allTerminals dots dotsFirst firstSound firstConfirmed firstSoundHow median noRight underWay waitsForInput notNow staleButWorks stepTo stepEffect noMoreSteps notReached cancel cancelEffect stop stopEffect events newestFirst inputs beganAt priorityIs lasts actions plans searchPlans lastAlarm startNow openPlan noPlans noPlansWhy makePlan buzzerTurnOn outputsOf whatComes requestUnconfirmed zoneN strip',
  alarmRecord:
    'tabs one createdAt plan device inputs outputs origin acknowledgedBy endedAt endedBy status kind search noneTitle noneWhy open print gone lasted note terminals reportOf reportOfDrill replay replayFrom skipSilence recordings toRecordings signature',
};
