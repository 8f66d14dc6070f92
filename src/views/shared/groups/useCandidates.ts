import { useMemo } from 'react';
import { map, type Observable, scan, throttleTime } from 'rxjs';
import type { AlarmState } from '../../../../contract/codes.ts';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { LinkageTaskLive } from '../../../../contract/entities/tasks/linkageTask.ts';
import type { GroupMember } from '../../../../contract/entities/terminals/group.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import type { Feeds } from '../../../streams/feeds.ts';
import { kindStateOf } from '../../../streams/kind.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { byName, type Candidate } from '../../kit/picker/members.ts';
import type { StatusName } from '../../kit/status/status.ts';
import { counterOf, statusOf } from '../terminals/deviceStatus.ts';

/** Interval of updating states, ms: rows must not jump while the user picks. */
const everyMs = 1000;

/** Status names of the states of an alarm. */
export const alarmStatusName = {
  not_started: 'not_started',
  starting: 'starting',
  alarming: 'in_alarm',
  reset: 'reset',
} as const satisfies Record<AlarmState, StatusName>;
export const alarmPlanStates = Object.values(alarmStatusName);
export const linkageTaskStates = [
  'alarm_playing',
  'playing',
  'ready',
  'not_ready',
] as const satisfies StatusName[];

export function linkageTaskState(row: Pick<LinkageTaskLive, 'playing' | 'by_hand' | 'ready'>) {
  if (row.playing) return 'alarm_playing';
  if (row.by_hand) return 'playing';
  return row.ready ? 'ready' : 'not_ready';
}

type Source = Omit<Candidate, 'zoneName' | 'text'> & { words: readonly string[] };

function ofTerminal(row: TerminalLive): Source {
  const { id, name, code, org: zone } = row;
  const isDevice = row.kind === 'device';
  const status = isDevice ? statusOf(row) : kindStateOf(row);
  const away = status === 'behind_relay' ? status : 'offline';
  const state = isDevice ? counterOf(row) : row.online ? 'online' : away;
  return { id, name, code, zone, status, state, words: [name, code, row.dev_name2, row.client_ip] };
}
function ofThing(row: AlarmPlanLive | LinkageTaskLive, status: StatusName): Source {
  const { id, name, org: zone, desc } = row;
  return { id, name, code: '', zone, status, state: status, words: [name, desc] };
}

/** Possible members of a kind of groups, from its feed. */
function sourcesOf(streams: Feeds, kind: GroupMember): Observable<Source[]> {
  switch (kind) {
    case 'alarm_plan':
      return streams.alarmPlan.rows$.pipe(
        map((rows) => rows.map((row) => ofThing(row, row.drilling ? 'drill' : alarmStatusName[row.status]))),
      );
    case 'linkage_task':
      return streams.linkageTask.rows$.pipe(
        map((rows) => rows.map((row) => ofThing(row, linkageTaskState(row)))),
      );
    case 'device':
      return streams.device.rows$.pipe(map((rows) => rows.map(ofTerminal)));
    default: {
      const rows$: Observable<TerminalLive[]> = streams.terminals[kind].rows$;
      return rows$.pipe(map((rows) => rows.map(ofTerminal)));
    }
  }
}

/** Candidates for groups of a kind by name, live; undefined before the first snapshot. */
export function useCandidates(kind: GroupMember = 'device'): readonly Candidate[] | undefined {
  const { streams } = useApp();
  const candidates$ = useMemo(() => {
    const zoneName = (id: number | null) => (id === null ? '' : streams.zoneName(id));
    const complete = ({ words, ...source }: Source): Candidate => {
      const zone = zoneName(source.zone);
      return { ...source, zoneName: zone, text: [...words, zone].join('\n').toLocaleLowerCase() };
    };
    return sourcesOf(streams, kind).pipe(
      throttleTime(everyMs, undefined, { leading: true, trailing: true }),
      scan<Source[], readonly Candidate[]>((before, rows) => byName(rows.map(complete), before), []),
    );
  }, [streams, kind]);
  return useObservable<readonly Candidate[] | undefined>(candidates$, undefined);
}
