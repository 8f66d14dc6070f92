import { randomInt } from 'node:crypto';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { audioSource } from '../../../contract/codes.ts';
import type { StartRealTimeTask } from '../../../contract/entities/tasks/broadcast.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { Faults } from '../../site/faults/faults.ts';
import type { Groups } from '../../site/groups/groups.ts';
import type { AdoptedTerminal, Directory } from '../../site/terminals/directory.ts';
import type { TerminalGateway } from '../../site/terminals/gateway/terminals.types.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { BroadcastStreams } from '../../sound/radio/broadcastStreams.ts';
import type { RecordedPages } from '../../sound/recordings/recordedPages.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import type { BroadcastStream } from '../../sound/source/broadcastStream.ts';
import type { Programmes } from '../../sound/source/programmes.ts';
import { SourceError } from '../../sound/source/source.ts';
import { openSpeech } from '../../sound/source/speechSources.ts';
import type { Engine } from '../engine/engineApi.ts';
import type { PendingStart } from '../engine/pendingStarts.ts';
import type { TaskWeights } from '../engine/rank.ts';
import type { Ids } from '../journal/ids.ts';
import type { Journal } from '../journal/journal.ts';
import { beginsNow } from './beginsNow.ts';
import { goOnAir } from './goOnAir.ts';
import { openPrepared, realTimeSound } from './realTimeSound.ts';
import { startType } from './startType.ts';

export interface BroadcastServiceDeps {
  db: Db;
  live: LiveHub;
  audit: Audit;
  ids: Pick<Ids, 'next'>;
  journal: Pick<Journal, 'add' | 'safe'>;
  zones: Zones;
  directory: Directory;
  groups: Pick<Groups, 'members'>;
  gateway: TerminalGateway;
  faults: Pick<Faults, 'openOf'>;
  /** Name of the relay of a terminal that is behind a lost one; null: none. */
  lostRelayOf(terminalId: number): string | null;
  engine: Engine;
  programmes: Programmes;
  streams: BroadcastStreams;
  recordedPages: RecordedPages;
  weights(): TaskWeights;
  voiceMix(): boolean;
}

/** A person and the address they call from, for the audit log. */
export interface By {
  caller: Caller;
  ip: string;
}

/** @throws AppError 999 naming the item that cannot be read */
export async function readable<T>(items: readonly BroadcastItem[], read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const reason = items[error.item]?.name ?? '';
    throw new AppError(errorCode.refused, 'broadcast.sourceNotAvailable', { reason });
  }
}

/** The account of a start, and the address of its request. */
export interface Starter {
  accountId: number;
  name: string;
  code: string;
  ip: string;
}

/** Makes the row of a new broadcast. The engine sets its exact anchor once it starts. */
export function rowOf(
  task: StartRealTimeTask,
  items: BroadcastItem[],
  stream: BroadcastStream | null,
  caller: Pick<Starter, 'accountId' | 'code'>,
) {
  const now = Date.now();
  const limit_ms = task.duration > 0 ? task.duration * 1000 : null;
  // With chimes, the duration is that of the list between them.
  const hasChime = items.some((item) => item.part !== undefined);
  return {
    task_type: startType(task),
    name: task.name,
    audio_source: task.audio_source,
    priority: task.priority,
    volume: task.volume,
    play_order: task.play_order,
    loop: task.loop,
    interval_ms: Math.round(task.interval_time * 1000),
    resume_policy: task.resume_policy,
    seed: randomInt(2 ** 31),
    items,
    stream,
    asked: task,
    text_content: task.audio_source === audioSource.ttsText ? task.textContent || null : null,
    ...beginsNow(now, caller),
    limit_ms: hasChime ? null : limit_ms,
    programme_ms: hasChime ? limit_ms : null,
  };
}

/** A task with its resolved terminals, its pending start, and the id of its broadcast. */
interface ResolvedTask {
  id: number;
  task: StartRealTimeTask;
  terminals: readonly AdoptedTerminal[];
  pending: PendingStart;
}

/**
 * Starts a real-time task: heard as soon as its terminals can play it, acknowledged once they are committed.
 * Everything that can be refused is refused before anything sounds.
 *
 * @throws AppError for sources (404, 409, 999) that are not available; 999 when it is stopped before it is on the air
 */
export async function startAt(
  deps: BroadcastServiceDeps,
  by: Starter,
  { id, task, terminals, pending }: ResolvedTask,
): Promise<void> {
  const { engine } = deps;
  const { items, stream, live, ...sound } = await realTimeSound(deps, task);
  const values = rowOf(task, items, stream, by);
  const spoken = live ? openSpeech(engine.open, values, live) : null;
  const open = spoken?.open ?? sound.open;
  const reader = await readable(items, () =>
    open === undefined ? engine.prepare(values) : openPrepared(open, items),
  );
  const { items: _items, text_content: _text, asked: _asked, ...after } = values;
  const air = {
    id,
    values,
    terminals,
    startedBy: by.name,
    by,
    action: 'start',
    after,
    pending,
    ...(open === undefined ? {} : { open }),
  };
  const b = await goOnAir(deps, air, reader);
  // A failure is reported by the source itself, if it needs the missing part at all.
  spoken?.listed.then((list) => engine.known(b, list)).catch(() => {});
}
