import { useMemo } from 'react';
import type { Observable } from 'rxjs';
import { scan, throttleTime } from 'rxjs';
import type { TerminalKind, TerminalLive } from '../../../contract/entities/terminal.ts';
import { kindStateOf } from '../../streams/kind.ts';
import { useApp } from '../app/AppContext.tsx';
import { byName, type Candidate } from '../kit/picker/members.ts';
import { useObservable } from '../kit/useObservable.ts';
import { counterOf, statusOf } from '../terminals/deviceStatus.ts';

/** Whoever picks must not see rows jump: states are painted anew once a second. */
const everyMs = 1000;

function candidateOf(row: TerminalLive, zoneName: string): Candidate {
  const { id, name, code, org } = row;
  return {
    id,
    name,
    code,
    zone: org,
    zoneName,
    status: row.kind === 'device' ? statusOf(row) : kindStateOf(row),
    state: row.kind === 'device' ? counterOf(row) : row.online ? 'online' : 'offline',
    text: [name, code, row.dev_name2, row.client_ip, zoneName].join('\n').toLocaleLowerCase(),
  };
}

/** The terminals of a kind by name, live; undefined until the first snapshot. */
export function useCandidates(kind: TerminalKind = 'device'): readonly Candidate[] | undefined {
  const { streams } = useApp();
  const candidates$ = useMemo(() => {
    const zoneName = (id: number | null) => (id === null ? '' : (streams.partition.get(id)?.name ?? ''));
    const rows$: Observable<TerminalLive[]> =
      kind === 'device' ? streams.device.rows$ : streams.terminals[kind].rows$;
    return rows$.pipe(
      throttleTime(everyMs, undefined, { leading: true, trailing: true }),
      scan<TerminalLive[], readonly Candidate[]>((before, rows) => {
        return byName(
          rows.map((row) => candidateOf(row, zoneName(row.org))),
          before,
        );
      }, []),
    );
  }, [streams, kind]);
  return useObservable<readonly Candidate[] | undefined>(candidates$, undefined);
}
