import type { ColDef } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { LinkageTaskLive } from '../../../../contract/entities/tasks/linkageTask.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import {
  detailColumn,
  nameColumn,
  numberColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '../../kit/grid/columns.ts';
import { userNames } from '../../kit/rows/userNames.ts';
import { linkageTaskState } from '../../shared/groups/useCandidates.ts';

/** Number of targets, and of those that cannot be reached. */
export function reachText(
  row: Pick<LinkageTaskLive, 'targets' | 'online' | 'behind_relay'>,
  t: TFunction,
): DetailText {
  const n = row.targets.toLocaleString('en-US');
  if (row.targets === 0) return { main: t('linkage.nowhere'), detail: '', fault: true };
  const offline = row.targets - row.online - row.behind_relay;
  const parts = [
    ...(offline > 0 ? [t('linkage.offline', { n: offline.toLocaleString('en-US') })] : []),
    ...(row.behind_relay > 0 ? [t('home.behindRelay', { n: row.behind_relay.toLocaleString('en-US') })] : []),
  ];
  if (parts.length === 0) return { main: n, detail: t('linkage.allOnline') };
  return { main: n, detail: parts.join(t('kit.listComma')), fault: offline > 0 };
}

/** Source of the task in a word. */
export function playsText(row: LinkageTaskLive, t: TFunction): DetailText {
  const main = t(`codes.audioSource.${row.audio_source}`);
  if (row.audio_source === 0) return { main, detail: t('linkage.files', { count: row.files.length }) };
  if (row.audio_source === 1)
    return { main, detail: row.preset_text === null ? row.textContent : t('task.presetText') };
  if (row.audio_source === 101 && row.control_action !== null)
    return { main, detail: t(`codes.controlAction.${row.control_action}`) };
  return { main: t('linkage.silence'), detail: '' };
}

/** The same, marked where the library was changed since: an alarm plays what was saved. */
function withLibrary(row: LinkageTaskLive, t: TFunction): DetailText {
  const plays = playsText(row, t);
  return row.differs.length === 0 ? plays : { ...plays, detail: t('linkage.differsShort') };
}

/** Columns of linkage tasks: readiness, source, targets, and the plans that use them. */
export function linkageColumns(context: {
  t: TFunction;
  timeZone: string;
  width: number;
  zoneName: (id: number) => string;
}): ColDef<LinkageTaskLive>[] {
  const { t, zoneName } = context;
  const isNarrow = context.width < 1600;
  return [
    statusColumn<LinkageTaskLive>('state', t('common.status'), linkageTaskState, t, 'linkage'),
    nameColumn<LinkageTaskLive>('name', t('common.name'), { flex: 3, minWidth: 140 }),
    detailColumn<LinkageTaskLive>('audio_source', t('task.what'), (row) => withLibrary(row, t), {
      flex: 3,
      minWidth: 140,
    }),
    {
      ...textColumn<LinkageTaskLive>('tone', t('linkage.tone'), { flex: 1, minWidth: 96, hide: isNarrow }),
      valueFormatter: ({ value }) => t(`codes.attentionTone.${value}`),
    },
    detailColumn<LinkageTaskLive>('targets', t('task.terminals'), (row) => reachText(row, t), {
      flex: 2,
      minWidth: 120,
      comparator: (_a, _b, a, b) => (a.data?.targets ?? 0) - (b.data?.targets ?? 0),
    }),
    detailColumn<LinkageTaskLive>(
      'plans',
      t('linkage.usedBy'),
      (row) =>
        row.plans.length + row.plans_elsewhere === 0
          ? { main: '', detail: t('linkage.unused') }
          : { main: userNames(row.plans, row.plans_elsewhere, t).join(t('kit.listComma')), detail: '' },
      { flex: 2, minWidth: 120 },
    ),
    numberColumn<LinkageTaskLive>(
      'volume',
      t('common.volume'),
      (value, row) => (row.audio_source >= 100 ? '—' : value === null ? t('task.ownShort') : String(value)),
      { width: 80 },
    ),
    numberColumn<LinkageTaskLive>(
      'interval_time',
      t('linkage.gap'),
      (value) => t('fire.seconds', { n: value ?? 0 }),
      { width: 96, hide: isNarrow },
    ),
    {
      ...nameColumn<LinkageTaskLive>('org', t('task.zone'), { flex: 1, minWidth: 96 }),
      valueGetter: ({ data }) => (data?.org == null ? '' : zoneName(data.org)),
    },
    textColumn<LinkageTaskLive>('desc', t('common.description'), { flex: 1, minWidth: 96, hide: true }),
    timeColumn<LinkageTaskLive>('created_at', t('linkage.createdAt'), t('common.none'), context.timeZone, {
      hide: true,
    }),
  ];
}
