import { useMemo } from 'react';
import { scan, throttleTime } from 'rxjs';
import { terminalRole } from '../../../contract/codes.ts';
import type { DeviceLive } from '../../../contract/entities/device.ts';
import { useApp } from '../app/AppContext.tsx';
import { byName, type Candidate } from '../kit/picker/members.ts';
import { useObservable } from '../kit/useObservable.ts';
import { counterOf, statusOf } from '../terminals/deviceStatus.ts';

/** Whoever picks must not see rows jump: states are painted anew once a second. */
const everyMs = 1000;

function candidateOf(row: DeviceLive, zoneName: string): Candidate {
  const { id, name, code, org } = row;
  return {
    id,
    name,
    code,
    zone: org,
    zoneName,
    status: statusOf(row),
    state: counterOf(row),
    text: [name, code, row.dev_name2, row.client_ip, zoneName].join('\n').toLocaleLowerCase(),
  };
}

/** The sound terminals by name, live; undefined until the first snapshot. */
export function useCandidates(): readonly Candidate[] | undefined {
  const { streams } = useApp();
  const candidates$ = useMemo(() => {
    const zoneName = (id: number | null) => (id === null ? '' : (streams.partition.get(id)?.name ?? ''));
    return streams.device.rows$.pipe(
      throttleTime(everyMs, undefined, { leading: true, trailing: true }),
      scan<DeviceLive[], readonly Candidate[]>((before, rows) => {
        const sound = rows.filter((row) => row.role === terminalRole.soundColumn);
        return byName(
          sound.map((row) => candidateOf(row, zoneName(row.org))),
          before,
        );
      }, []),
    );
  }, [streams]);
  return useObservable<readonly Candidate[] | undefined>(candidates$, undefined);
}
