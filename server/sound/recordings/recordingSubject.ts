import { audioSource, liveSpeech, type RecordType, recordType, taskType } from '../../../contract/codes.ts';
import type { AdoptedTerminal, Directory } from '../../site/terminals/directory.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { BroadcastStream } from '../source/broadcastStream.ts';

/** Description of a recording, as stored in its row. */
export interface RecordingSubject {
  recordType: RecordType;
  name: string;
  callerName: string;
  callerId: number | null;
  calleeName: string;
  calleeId: number | null;
  emergency: boolean;
  alarm_id: number | null;
  broadcast_id: number;
  orgs: number[];
  /** Key that both directions of a call share. */
  key: string | null;
}

/** A broadcast on the air as its recording needs it. */
export interface RecordedBroadcast {
  readonly row: {
    id: number;
    name: string;
    task_type: number;
    audio_source: number;
    alarm_id: number | null;
    stream: BroadcastStream | null;
    device_code: string;
  };
  readonly startedBy: string;
  readonly emergency: boolean;
  /** The call of which it is one way. */
  readonly call: { id: number; isCaller: boolean } | null;
  readonly targets: ReadonlyMap<number, { terminalId: number }>;
}

/** Number of zones named for a broadcast that reaches many. */
const NAMED = 5;

/**
 * Type of recording of a broadcast: pages, calls, alarms and capturer tasks are recorded; null: others are
 * not.
 */
function typeOf({ row }: RecordedBroadcast): RecordType | null {
  if (row.alarm_id !== null) return row.audio_source === audioSource.none ? null : recordType.alarm;
  if (row.task_type === taskType.twoWayCall) return recordType.call;
  if (row.stream !== null && 'capturer' in row.stream) return recordType.capturer;
  // A page that is heard again is in the recordings already.
  if (row.stream !== null && 'recording' in row.stream) return null;
  return liveSpeech.has(row.audio_source) ? recordType.page : null;
}

/** Speaker or initiator: a call station, a capturer, a fire terminal; undefined: a person at the console. */
function callerOf({ row }: RecordedBroadcast, { byId, byCode }: Who): AdoptedTerminal | undefined {
  if (row.stream !== null && 'capturer' in row.stream) return byId(row.stream.capturer);
  return byCode(row.device_code);
}

/** Lookup of terminals by id and by code. */
interface Who {
  byId: Directory['byId'];
  byCode: Directory['byCode'];
}

export interface SubjectDeps {
  directory: Pick<Directory, 'byId' | 'byCode'>;
  zones: Pick<Zones, 'get'>;
}

/**
 * Describes the recording of a broadcast: its name, and the zones that may hear it; null when it is not
 * recorded.
 */
export function subjectOf(deps: SubjectDeps, b: RecordedBroadcast): RecordingSubject | null {
  const type = typeOf(b);
  if (type === null) return null;
  const { row, call } = b;
  const who: Who = {
    byId: (id) => deps.directory.byId(id),
    byCode: (code) => deps.directory.byCode(code),
  };
  const speaker = callerOf(b, who);
  const targets = [...b.targets.values()].flatMap(({ terminalId }) => who.byId(terminalId) ?? []);
  const only = targets.length === 1 ? targets[0] : undefined;
  const orgs = [...new Set([speaker, ...targets].flatMap((one) => one?.org ?? []))].sort((a, c) => a - c);
  const places = [...new Set(targets.map((one) => nameOfPlace(deps, one)))];
  const from = { name: speaker?.settings.name ?? b.startedBy, id: speaker?.id ?? null };
  const to = {
    name:
      only?.settings.name ??
      places
        .slice(0, NAMED)
        .join(', ')
        .concat(places.length > NAMED ? ' …' : ''),
    id: only?.id ?? null,
  };
  // Both directions of a call are one recording, described from the caller's side.
  const [caller, callee] = call === null || call.isCaller ? [from, to] : [to, from];
  return {
    recordType: type,
    name: row.name,
    callerName: caller.name,
    callerId: caller.id,
    calleeName: callee.name,
    calleeId: callee.id,
    emergency: b.emergency,
    alarm_id: row.alarm_id,
    broadcast_id: row.id,
    orgs,
    key: call === null ? null : `call ${call.id}`,
  };
}

/** Zone of a terminal, or the terminal itself without a zone. */
function nameOfPlace({ zones }: SubjectDeps, terminal: AdoptedTerminal): string {
  return (terminal.org === null ? undefined : zones.get(terminal.org)?.name) ?? terminal.settings.name;
}
