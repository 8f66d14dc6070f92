import { reasonWords } from '../../../contract/api/exportWords.ts';
import type { TaskLogTarget } from '../../../contract/entities/tasks/taskLog.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import type { Language } from '../../../contract/language.ts';

/** Text of the reason why a terminal was not heard, as in the console; empty if there is none. */
export function reasonText(reason: TaskLogTarget['reason'], lang: Language, timeZone: string): string {
  if (reason === null || reason.key === 'playing') return '';
  const { params } = reason;
  const { since, level } = params;
  const places: Record<string, string | number | undefined> = {
    ...params,
    by: params.by ?? params.task,
    time: typeof since === 'number' ? formatTimestamp(since, '', timeZone) : undefined,
    level: typeof level === 'number' ? `${Math.round(level)} dB` : undefined,
  };
  const key = reason.key === 'offline' && since === undefined ? 'offline_unknown' : reason.key;
  const text = reasonWords[key]?.[lang] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(places[name] ?? '—'));
}
