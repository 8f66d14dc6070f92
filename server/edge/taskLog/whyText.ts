import { whyWords } from '../../../contract/api/exportWords.ts';
import type { TaskLogTarget } from '../../../contract/entities/tasks/taskLog.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import type { Language } from '../../../contract/language.ts';

/** Text of the reason why a terminal was not heard, as in the console; empty if there is none. */
export function whyText(why: TaskLogTarget['why'], lang: Language, timeZone: string): string {
  if (why === null || why.key === 'playing') return '';
  const { params } = why;
  const { since, level } = params;
  const places: Record<string, string | number | undefined> = {
    ...params,
    by: params.by ?? params.task,
    time: typeof since === 'number' ? formatTimestamp(since, '', timeZone) : undefined,
    level: typeof level === 'number' ? `${Math.round(level)} dB` : undefined,
  };
  const key = why.key === 'offline' && since === undefined ? 'offline_unknown' : why.key;
  const text = whyWords[key]?.[lang] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(places[name] ?? '—'));
}
