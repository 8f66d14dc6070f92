import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { audioSource, taskType } from '../../../contract/codes.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import { liveTimeline } from '../../sound/source/timeline.ts';
import { goOnAir, type OnAirDeps } from '../broadcast/goOnAir.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
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

/** Puts a capturer task on the air (task type 7). @throws AppError 999 when it reaches no terminal */
export async function startCapturer(
  deps: OnAirDeps & { captures: Pick<Captures, 'open'> },
  task: CapturerTaskRow,
  where: { capturer: AdoptedTerminal; terminals: readonly AdoptedTerminal[] },
  by: CapturerStarter,
): Promise<RunningBroadcast> {
  const { capturer, terminals } = where;
  if (terminals.length === 0) throw new AppError(errorCode.refused, 'broadcast.noDevices');
  const isByIo = by.accountId === null;
  const channel = task.capturer_channel;
  const stream = { capturer: capturer.id, channel, task: task.id, io: isByIo };
  const now = Date.now();
  const values = {
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
    state: 'playing' as const,
    anchor_at: now,
    limit_ms: task.duration > 0 ? task.duration * 1000 : null,
    started_by: by.accountId,
    operator_code: isByIo ? '' : by.code,
    device_code: isByIo ? by.code : '',
    capturer_code: capturer.code,
    capturer_channel: channel,
    started_at: Math.floor(now / 1000),
    started_ms: now,
  };
  const open = openCaptured(deps.captures, stream);
  const after = { capturer_task: task.id, capturer: capturer.code, channel, io: isByIo };
  const air = { values, terminals, startedBy: by.name, open, by, action: 'start', after };
  return goOnAir(deps, air, open({ position: 0, items: [], timeline: liveTimeline }));
}
