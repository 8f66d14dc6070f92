import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { audioSource, taskType } from '../../../contract/codes.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import { liveTimeline } from '../../sound/source/timeline.ts';
import { beginsNow } from '../broadcast/beginsNow.ts';
import { newRow } from '../broadcast/newRow.ts';
import { startBeforeWrite } from '../broadcast/startBeforeWrite.ts';
import type { Engine } from '../engine/engineApi.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import type { Ids } from '../journal/ids.ts';
import type { Journal } from '../journal/journal.ts';
import { openCaptured } from '../talk/captured.ts';
import type { Captures } from '../talk/captures.ts';
import type { CapturerTaskRow } from './capturerTask.repository.ts';

/** Starter of a capturer task: an account, or the trigger input of the capturer. */
export interface CapturerStarter {
  accountId: number | null;
  code: string;
  name: string;
  ip: string;
}

export interface StartCapturerDeps {
  ids: Pick<Ids, 'next'>;
  engine: Pick<Engine, 'start'>;
  journal: Pick<Journal, 'add'>;
  captures: Pick<Captures, 'open'>;
}

/**
 * Puts a capturer task on the air (task type 7), and stores it meanwhile: its input may be that of an alarm system, which
 * must be heard without the database too.
 *
 * @throws AppError 999 when it reaches no terminal
 */
export function startCapturer(
  deps: StartCapturerDeps,
  task: CapturerTaskRow,
  where: { capturer: AdoptedTerminal; terminals: readonly AdoptedTerminal[] },
  by: CapturerStarter,
): RunningBroadcast {
  const { capturer, terminals } = where;
  if (terminals.length === 0) throw new AppError(errorCode.refused, 'broadcast.noDevices');
  const isByIo = by.accountId === null;
  const channel = task.capturer_channel;
  const stream = { capturer: capturer.id, channel, task: task.id, io: isByIo };
  const now = Date.now();
  const row = newRow({
    id: deps.ids.next('broadcast'),
    task_type: taskType.capturer,
    name: task.name,
    audio_source: audioSource.capturer,
    priority: task.priority,
    volume: task.volume,
    play_order: 0,
    loop: 0,
    resume_policy: task.resume_policy,
    seed: 0,
    items: [],
    stream,
    ...beginsNow(now, by),
    limit_ms: task.duration > 0 ? task.duration * 1000 : null,
    capturer_code: capturer.code,
    capturer_channel: channel,
  });
  const open = openCaptured(deps.captures, stream);
  const after = { capturer_task: task.id, capturer: capturer.code, channel, io: isByIo };
  const entry = { action: 'start', entity: 'task', entity_id: row.id, ip: by.ip, at: now };
  const actor = { accountId: by.accountId, code: by.code };
  const audit = { actor, entry: { ...entry, after: { ...after, terminals: terminals.length } } };
  const targets = terminals.map(({ id, org }) => ({ terminal_id: id, org }));
  const source = open({ position: 0, items: [], timeline: liveTimeline });
  return startBeforeWrite(deps, { row, targets, startedBy: by.name, open }, source, { audit: [audit] });
}
