import type { TFunction } from 'i18next';
import { alarmState, drillMode } from '../../../../contract/codes.ts';
import type { AlarmEventRow, AlarmLive, AlarmZone } from '../../../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanDryRun, AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { isResetRunning } from './nextOf.ts';

/**
 * A sentence of an alarm screen as a locale key with parameters, computed from facts alone, without layout.
 * tests/views/alarms/sentenceTable.ts states for every sentence when it is true.
 */
export interface Sentence {
  key: string;
  params?: Record<string, string | number>;
}

/** Translates a sentence. */
export const sentenceText = (t: TFunction, { key, params }: Sentence): string => t(key, params ?? {});

const isSilentDrill = ({ drill }: Pick<AlarmLive, 'drill'>) => drill === drillMode.silent;
const isDrill = ({ drill }: Pick<AlarmLive, 'drill'>) => drill !== drillMode.none;

/** Level of the number of terminals online: those behind a lost relay are not known, and no fault of their own. */
function levelOf({ online, behind_relay, targets }: AlarmPlanLive): 'good' | 'fault' | 'plain' {
  if (targets === 0 || online + behind_relay < targets) return 'fault';
  return behind_relay > 0 ? 'plain' : 'good';
}

/** Sentences about a plan that does not run. `unready`: joined names of its tasks without their sound. */
export function planSentences(
  plan: AlarmPlanLive,
  unready: string,
): (Sentence & { level: 'good' | 'fault' | 'plain' })[] {
  const hasDevice = plan.fire_control_device !== null;
  const isTriggered = hasDevice && plan.activated && plan.input_nums.length > 0;
  const sounds = [plan, ...plan.steps].some(({ linkage_task_ids }) => linkage_task_ids.length > 0);
  const notReady: Sentence =
    unready === '' ? { key: 'alarm.notReady' } : { key: 'alarm.notReadyOf', params: { names: unready } };
  const { online, behind_relay, targets } = plan;
  return [
    ...(hasDevice
      ? [
          plan.device_online
            ? { level: 'good' as const, key: 'alarm.deviceOnline' }
            : plan.device_relay === null
              ? { level: 'fault' as const, key: 'alarm.deviceOffline' }
              : { level: 'plain' as const, key: 'alarm.deviceBehind', params: { relay: plan.device_relay } },
        ]
      : []),
    ...(sounds
      ? [
          plan.ready
            ? { level: 'good' as const, key: 'alarm.ready' }
            : { level: 'fault' as const, ...notReady },
          {
            level: levelOf(plan),
            key: 'alarm.onlineOf',
            params: { online, targets },
          },
          ...(behind_relay > 0
            ? [{ level: 'plain' as const, key: 'alarm.behindRelayN', params: { n: behind_relay } }]
            : []),
        ]
      : []),
    // A plan that no input starts is a fault only if inputs were chosen.
    ...(isTriggered
      ? []
      : [
          {
            level: plan.input_nums.length > 0 ? ('fault' as const) : ('plain' as const),
            key: 'alarm.onlyByHand',
          },
        ]),
  ];
}

/** Number of terminals that should sound (silent drill: confirm) and do not; null: none. */
export function unheardSentence(alarm: AlarmLive): Sentence | null {
  const n = alarm.state === alarmState.alarming && !alarm.silenced ? alarm.silent + alarm.offline : 0;
  if (n === 0) return null;
  return { key: isSilentDrill(alarm) ? 'alarm.unconfirmed' : 'alarm.unheard', params: { n } };
}

/**
 * Number of terminals of a zone without proof. Those whose loudspeakers report nothing back give none. Pre-empted ones
 * are not silent: something of higher priority sounds there. Of those behind a lost relay nothing is known.
 */
export const missing = (zone: AlarmZone) =>
  zone.targets - zone.sounding - zone.sent - zone.preempted - zone.behind_relay;

/** Reasons why terminals of a zone have no proof of sounding (silent drill: of confirming). */
export function zoneSentences(zone: AlarmZone, isConfirmed: boolean): Sentence[] {
  const { offline, unknown, behind_relay } = zone;
  return [
    { key: 'alarm.offlineN', params: { n: offline } },
    { key: 'alarm.unknownN', params: { n: unknown } },
    {
      key: isConfirmed ? 'alarm.unconfirmedN' : 'alarm.silentN',
      params: { n: missing(zone) - offline - unknown },
    },
    { key: 'alarm.behindRelayN', params: { n: behind_relay } },
  ].filter(({ params }) => params.n > 0);
}

/** Number of loudspeakers of a zone that are sent the sound and report nothing back; null: none. */
export function sentSentence({ sent: n }: Pick<AlarmZone, 'sent'>): Sentence | null {
  return n === 0 ? null : { key: 'alarm.sentN', params: { n } };
}

/** The sound that pre-empts terminals of a zone. `names`: joined names of other alarms there; empty: none. */
export function heldSentence({ preempted: n }: AlarmZone, names: string): Sentence {
  return names === ''
    ? { key: 'alarm.heldBack', params: { n } }
    : { key: 'alarm.heldBackBy', params: { n, names } };
}

/** Effect that an action would have on an alarm. */
export function effectSentence(
  alarm: AlarmLive,
  action: 'acknowledge' | 'silence' | 'unsilence' | 'reset',
): Sentence {
  const n = alarm.zones.length;
  if (action === 'acknowledge')
    return { key: isDrill(alarm) ? 'alarm.acknowledgeDrill' : 'alarm.acknowledgeEffect' };
  if (action === 'reset') {
    if (alarm.state === alarmState.alarming)
      return { key: isDrill(alarm) ? 'alarm.resetDrill' : 'alarm.resetEffect' };
    return { key: alarm.active_inputs.length > 0 ? 'alarm.resetWaits' : 'alarm.resetAgain' };
  }
  if (isSilentDrill(alarm)) return { key: 'alarm.silenceSilent' };
  const keys = isDrill(alarm)
    ? { silence: 'alarm.silenceDrill', unsilence: 'alarm.unsilenceDrill' }
    : { silence: 'alarm.silenceEffect', unsilence: 'alarm.unsilenceEffect' };
  return { key: keys[action], params: { n } };
}

/** Progress of the current phase. */
export function phaseSentence(alarm: AlarmLive): Sentence {
  const { sounding, sent, targets } = alarm;
  if (isSilentDrill(alarm)) return { key: 'alarm.confirmedOf', params: { sounding, targets } };
  if (alarm.silenced) return { key: 'status.silenced' };
  if (sent > 0) return { key: 'alarm.soundingSentOf', params: { sounding, sent, targets } };
  return { key: 'alarm.soundingOf', params: { sounding, targets } };
}

/** Progress of the reset phase; null: none. */
export function resetSentence(alarm: AlarmLive, now: number): Sentence | null {
  if (alarm.state !== alarmState.reset) return { key: 'alarm.byHand' };
  if (isResetRunning(alarm, now)) return null;
  return alarm.active_inputs.length > 0 ? { key: 'alarm.resetWaits' } : null;
}

/** Title of the proof of an alarm over its zones. */
export function proofTitle(alarm: AlarmLive): Sentence {
  if (isSilentDrill(alarm)) return { key: 'alarm.confirmed' };
  return { key: alarm.silenced ? 'status.silenced' : 'alarm.sounding' };
}

/** Number of terminals heard before a silence and of those proved silent since, with its time, epoch ms. */
export interface SilenceFacts {
  sounded: { n: number; ms: number } | null;
  silent: { n: number; at: number } | null;
}

/** Facts of a silence; null: the alarm is not silenced, or its timeline does not show it yet. */
export function silenceOf(
  alarm: Pick<AlarmLive, 'silenced' | 'drill'>,
  events: readonly Pick<AlarmEventRow, 'kind' | 'at' | 'params'>[],
): SilenceFacts | null {
  if (!alarm.silenced || isSilentDrill(alarm)) return null;
  const last = events.findLastIndex(({ kind }) => kind === 'silence');
  if (last < 0) return null;
  // The proof of sounding comes a moment later, possibly after the silence.
  const sounded = events.findLast(({ kind, params }) => kind === 'reached' && Number(params.n) > 0);
  const silent = events.slice(last).findLast(({ kind }) => kind === 'fell_silent');
  if (sounded === undefined && silent === undefined) return null;
  return {
    sounded: sounded === undefined ? null : { n: Number(sounded.params.n), ms: Number(sounded.params.ms) },
    silent: silent === undefined ? null : { n: Number(silent.params.n), at: silent.at },
  };
}

/** Sentences about a silence. `timeOf`: formats a time of day. */
export function silenceSentences(facts: SilenceFacts, timeOf: (at: number) => string): Sentence[] {
  const { sounded, silent } = facts;
  return [
    ...(sounded === null
      ? []
      : [{ key: 'alarm.soundedAt', params: { n: sounded.n, s: (sounded.ms / 1000).toFixed(1) } }]),
    ...(silent === null
      ? []
      : [{ key: 'alarm.fellSilentAt', params: { n: silent.n, time: timeOf(silent.at) } }]),
  ];
}

/** Summary of the dry run of a plan. */
export function dryRunSentences(run: AlarmPlanDryRun): Sentence[] {
  const { targets, unreachable_count, by_hand } = run;
  const outranked = run.outranked_by.length + run.outranked_elsewhere;
  const isReady = run.steps.every(({ tasks }) => tasks.every(({ ready }) => ready));
  const isFine = isReady && unreachable_count + outranked === 0 && targets > 0;
  return [
    { key: 'alarmPlan.wouldSound', params: { n: targets - unreachable_count, of: targets } },
    ...(by_hand > 0 ? [{ key: 'alarmPlan.byHandToo', params: { n: by_hand } }] : []),
    ...(targets === 0 ? [{ key: 'alarmPlan.nowhere' }] : []),
    ...(isReady ? [] : [{ key: 'alarmPlan.unready' }]),
    ...(outranked > 0 ? [{ key: 'alarmPlan.outrankedBy' }] : []),
    ...(isFine ? [{ key: 'alarmPlan.nothingInTheWay' }] : []),
  ];
}
