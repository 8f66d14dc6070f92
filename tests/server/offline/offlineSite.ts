import { audioSource, loopMode, taskType } from '../../../contract/codes.ts';
import type { OfflineManifest } from '../../../contract/protocol/offline.ts';
import * as repository from '../../../server/air/broadcast/broadcast.repository.ts';
import type { RunningBroadcast } from '../../../server/air/engine/runningBroadcast.ts';
import type { FaultTimes } from '../../../server/site/faults/terminalFaults.ts';
import type { BroadcastItem } from '../../../server/sound/source/broadcastItem.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { type ScheduleSite, startScheduleSite } from '../schedule/scheduleSite.ts';

/** Starts an alarm broadcast like the emergency engine: endless, above everything. */
export async function startAlarm(
  { deps, database }: Pick<ScheduleSite, 'deps' | 'database'>,
  items: BroadcastItem[],
  terminals: readonly number[],
): Promise<RunningBroadcast> {
  const { engine } = deps.broadcasting;
  const now = Date.now();
  const row = await repository.insert(
    database.db,
    {
      id: deps.ids.next('broadcast'),
      task_type: taskType.alarm,
      name: 'Fire',
      audio_source: audioSource.mediaFile,
      priority: 90,
      volume: 100,
      play_order: 0,
      loop: loopMode.listLoop,
      interval_ms: 500,
      resume_policy: 'live',
      seed: 1,
      items,
      state: 'playing',
      anchor_at: now,
      started_by: null,
      operator_code: '',
      started_at: Math.floor(now / 1000),
    },
    terminals,
  );
  const source = await engine.prepare(row);
  const targets = terminals.map((terminal_id) => ({ terminal_id, org: null }));
  return engine.start({ row, targets, startedBy: '' }, source, Promise.resolve());
}

/** Starts the whole server, with terminals that support offline playback. */
export async function startOfflineSite(faultTimes: Partial<FaultTimes> = {}) {
  const site = await startScheduleSite({}, faultTimes);
  return {
    ...site,
    http: site.url.replace('ws:', 'http:').replace(/\/v1.*/, ''),
    items: (ids: number[]) => site.deps.media.files.items(ids),
    /** Terminal that is adopted and has reconnected with the feature `offline`. */
    async keeping(code: string, zone: number | null = null, features: string[] = ['decode', 'offline']) {
      const { client, id, secret } = await site.adopted(code, zone);
      await client.drop();
      const again = await TerminalClient.hello(site.url, { code, secret, features, boot: `boot-${code}` });
      await again.next('welcome');
      return { client: again, id, secret };
    },
    view: (id: number) => site.device(id)?.keeping,
  };
}
export type OfflineSite = Awaited<ReturnType<typeof startOfflineSite>>;

/** Next manifest that satisfies the condition. */
export async function manifestWith(
  client: TerminalClient,
  wanted: (manifest: OfflineManifest) => boolean,
): Promise<OfflineManifest> {
  for (;;) {
    const manifest = await client.next('keep.manifest');
    if (wanted(manifest)) return manifest;
  }
}
