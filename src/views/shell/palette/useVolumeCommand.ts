import { useTranslation } from 'react-i18next';
import { firstValueFrom, timeout } from 'rxjs';
import type { SearchHit } from '../../../../contract/api/search.ts';
import { deviceEntity } from '../../../../contract/entities/terminals/device.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { subtree } from '../../kit/tree/zones.ts';

/** Time for the list of terminals, ms. */
const LIST_MS = 10_000;

/** Sets the volume of a terminal, or of all terminals of a zone with those below, or of a group; reports the result. */
export function useVolumeCommand(): (hit: SearchHit, volume: number) => Promise<void> {
  const { t } = useTranslation();
  const { crud, streams, mayOperate } = useApp();
  const messages = useMessages();
  const stale = useStaleReason();

  async function idsOf({ kind, id }: SearchHit): Promise<number[]> {
    if (kind === 'device') return [id];
    const rows = await firstValueFrom(streams.device.rows$.pipe(timeout(LIST_MS)));
    if (kind === 'device_group') return rows.filter(({ groups }) => groups.includes(id)).map((row) => row.id);
    const zones = await firstValueFrom(streams.partition.rows$.pipe(timeout(LIST_MS)));
    const inside = subtree(zones, id);
    return rows.filter(({ org }) => org !== null && inside.has(org)).map((row) => row.id);
  }

  return async (hit, volume) => {
    if (stale !== undefined) return messages.add('warning', stale);
    if (!mayOperate(`palette volume ${hit.kind} ${hit.id}`)) return;
    const { name } = hit;
    try {
      const ids = await idsOf(hit);
      if (ids.length === 0) return messages.add('warning', t('palette.noTerminals', { name }));
      const { results } = await crud(deviceEntity).batch(
        ids,
        'volume',
        { ao_volume: volume },
        { quiet: true },
      );
      const failed = results.filter(({ ok }) => !ok);
      const done = results.length - failed.length;
      if (done > 0) messages.add('done', t('palette.volumeSet', { name, n: done, volume }));
      if (failed.length > 0)
        messages.add(
          'error',
          t('palette.volumeFailed', { name, n: failed.length, reason: failed[0]?.message ?? '' }),
        );
    } catch (error) {
      messages.add('error', t('palette.failed', { reason: (error as Error).message }));
    }
  };
}
