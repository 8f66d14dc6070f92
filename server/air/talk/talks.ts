import { randomInt } from 'node:crypto';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { type AudioSource, audioSource, type TaskType, taskType } from '../../../contract/codes.ts';
import { TALK_STALL_MS, type TalkMode, type TalkTargets } from '../../../contract/protocol/talk.ts';
import type { Scope } from '../../platform/live/scope.ts';
import type { Groups } from '../../site/groups/groups.ts';
import type { AdoptedTerminal, Directory } from '../../site/terminals/directory.ts';
import type { Zones } from '../../site/zones/zones.ts';
import { LiveFeed } from '../../sound/source/liveFeed.ts';
import { beginsNow } from '../broadcast/beginsNow.ts';
import { newRow } from '../broadcast/newRow.ts';
import { startBeforeWrite } from '../broadcast/startBeforeWrite.ts';
import { findTargets } from '../broadcast/targetResolver.ts';
import type { Engine } from '../engine/engineApi.ts';
import type { EndReason } from '../engine/playbackRules.ts';
import type { CallWay, RunningBroadcast } from '../engine/runningBroadcast.ts';
import type { Ids } from '../journal/ids.ts';
import type { Journal } from '../journal/journal.ts';

/** Speaker: a person at the console, or a call station. */
export interface Speaker {
  /** Shown as the starter of the broadcast. */
  name: string;
  /** Account; null: a terminal. */
  accountId: number | null;
  /** Code of the account or of the terminal, for the logs. */
  code: string;
  ip: string;
  /** Zones that it may reach. */
  scope: Scope;
  /** True for a phone with a link; the account is then the one that made the link. */
  phone?: boolean;
  /** Code of the terminal at which the account speaks; absent: none, or the speaker is a terminal itself. */
  station?: string;
}

export interface TalkRequest {
  title: string;
  mode: TalkMode;
  targets: TalkTargets;
  priority: number;
  volume: number | null;
}

/** Running talk. */
export interface Talk {
  readonly id: number;
  readonly broadcast: RunningBroadcast;
  readonly feed: LiveFeed;
  /** Ends the talk; buffered speech is still played. */
  end(): void;
}

export interface TalksDeps {
  ids: Pick<Ids, 'next'>;
  journal: Pick<Journal, 'add' | 'safe'>;
  engine: Engine;
  zones: Pick<Zones, 'all' | 'get' | 'subtree' | 'onChange'>;
  directory: Directory;
  groups: Pick<Groups, 'members'>;
}

/** Targets of an all-call within a scope: the top zone, or the zones of the scope. */
function allTerminals(zones: Pick<Zones, 'all'>, scope: Scope): number[] {
  return zones
    .all()
    .filter(({ id, parent_id }) => (scope.all === true ? parent_id === null : scope.ids.has(id)))
    .map(({ id }) => id);
}

/**
 * Finds the terminals of a talk, possibly none: all within the scope, or the chosen ones.
 * @throws AppError 404 for targets that are not available, 999 when nothing was chosen
 */
export function talkTargets(
  deps: Pick<TalksDeps, 'zones' | 'directory' | 'groups'>,
  scope: Scope,
  { mode, targets }: Pick<TalkRequest, 'mode' | 'targets'>,
): AdoptedTerminal[] {
  if (targets.all || mode === 'all_call')
    return findTargets(deps, scope, { devices: [], groups: [], orgs: allTerminals(deps.zones, scope) });
  if (targets.devices.length + targets.orgs.length + targets.groups.length === 0)
    throw new AppError(errorCode.refused, 'rules.selectDevice');
  return findTargets(deps, scope, targets);
}

/** Tells if a mode outranks alarms: all-calls and the emergency microphone do, ordinary pages do not. */
export const isEmergency = (mode: TalkMode): boolean => mode !== 'page';

/**
 * Starts a talk: a broadcast of live sound (audio source 99, microphone; task type 2 from a call station,
 * else 1; from a phone type 4 and source 4), heard as soon as packets arrive. It does not wait for the database: rights and targets are in
 * memory.
 */
export function startTalk(
  deps: TalksDeps,
  speaker: Speaker,
  request: TalkRequest & { id: number; terminals: readonly AdoptedTerminal[] },
  ended: (reason: EndReason) => void,
): Talk {
  const air: LiveAir = {
    id: request.id,
    title: request.title,
    ...kindOf(speaker),
    priority: request.priority,
    volume: request.volume,
    terminals: request.terminals,
    emergency: isEmergency(request.mode),
    action: 'talk',
    detail: { mode: request.mode },
  };
  return putOnAir(deps, speaker, air, new LiveFeed({ stallMs: TALK_STALL_MS }), ended);
}

/** Task type and audio source of a speaker. */
export function kindOf({ accountId, phone = false }: Speaker): {
  task_type: TaskType;
  audio_source: AudioSource;
} {
  if (phone) return { task_type: taskType.miniProgramShout, audio_source: audioSource.wechatMiniProgram };
  const task_type = accountId === null ? taskType.casterShout : taskType.realTime;
  return { task_type, audio_source: audioSource.microphone };
}

/** Parameters of a broadcast of live sound. */
export interface LiveAir {
  /** Absent: the next id. */
  id?: number;
  title: string;
  task_type: TaskType;
  /** Absent: a microphone of the site. */
  audio_source?: AudioSource;
  priority: number;
  volume: number | null;
  terminals: readonly AdoptedTerminal[];
  emergency?: boolean;
  /** Direction of a call, if it is one. */
  call?: CallWay;
  /** Action and details for the audit log. */
  action: string;
  detail: Record<string, unknown>;
}

/** Starts the broadcast of a feed at these terminals immediately; it is stored in the background. */
export function putOnAir(
  deps: TalksDeps,
  speaker: Speaker,
  air: LiveAir,
  feed: LiveFeed,
  ended: (reason: EndReason) => void,
): Talk {
  const { terminals } = air;
  const now = Date.now();
  const values = {
    task_type: air.task_type,
    name: air.title,
    audio_source: air.audio_source ?? audioSource.microphone,
    priority: air.priority,
    volume: air.volume,
    play_order: 0,
    loop: 0,
    resume_policy: 'live' as const,
    seed: randomInt(2 ** 31),
    ...beginsNow(now, speaker),
  };
  const id = air.id ?? deps.ids.next('broadcast');
  const begun = {
    row: newRow({ ...values, id, items: [] }),
    targets: terminals.map(({ id: terminal_id, org }) => ({ terminal_id, org })),
    startedBy: speaker.name,
    open: feed.open,
    emergency: air.emergency === true,
    call: air.call ?? null,
    ended,
  };
  const after = { ...values, ...air.detail, terminals: terminals.length };
  const entry = { action: air.action, entity: 'task', entity_id: id, ip: speaker.ip, at: now, after };
  const actor = { accountId: speaker.accountId, code: speaker.code };
  const broadcast = startBeforeWrite(deps, begun, feed.open(), { audit: [{ actor, entry }] });
  return { id, broadcast, feed, end: () => feed.end() };
}
