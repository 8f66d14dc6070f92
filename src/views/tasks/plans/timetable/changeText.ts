import type { TFunction } from 'i18next';
import type { TimetableChange } from '../../../../../contract/entities/tasks/timetable.ts';

/** Names what a change of a timetable creates, changes and deletes. */
export function changeText(
  change: Pick<TimetableChange, 'created' | 'changed' | 'removed'>,
  t: TFunction,
): string {
  return (['created', 'changed', 'removed'] as const)
    .flatMap((kind) => (change[kind] === 0 ? [] : t(`timetable.${kind}`, { bells: change[kind] })))
    .join(t('kit.listComma'));
}
