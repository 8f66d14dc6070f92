import { Button, makeStyles } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaFile } from '../../../../contract/entities/sound/file.ts';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import { removalFault } from '../../../../contract/rules/ruleChecks.ts';
import { useApp } from '../../app/AppContext.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { moveItem } from '../../kit/order/moveItem.ts';
import { OrderList } from '../../kit/order/OrderList.tsx';
import { useSentList } from '../../kit/order/useSentList.ts';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { durationText } from '../../kit/time/lengths.ts';
import { LibraryPicker } from '../../shared/startTask/LibraryPicker.tsx';
import { isOfAlarm } from '../../shared/startTask/taskState.ts';
import type { TaskDetail } from '../../shared/startTask/useTask.ts';
import { usePanelStyles } from '../../shared/targets/panelStyles.ts';
import { tokens, vh } from '../../theme/tokens.ts';
import type { TaskControl } from './useTaskControl.ts';

const useStyles = makeStyles({
  bar: { display: 'flex', alignItems: 'center', gap: '8px', padding: '8px 16px', flexShrink: 0 },
  rest: { flexGrow: 1, color: tokens.colorNeutralForeground3 },
  list: { flexGrow: 1, minHeight: 0, padding: '0 12px' },
  text: {
    margin: 0,
    padding: '12px 16px',
    overflowY: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  picker: { display: 'flex', flexDirection: 'column', height: `min(${vh(60)}, 640px)` },
});

/** Targets of a task that no person started, or that reaches beyond the zones of the account. */
const nowhere = { devices: [], orgs: [], groups: [] };

/**
 * List of a task with the current item. While it plays, files can be added, moved and removed; the current
 * item goes on, and the last one cannot be removed.
 */
export function TaskItems(props: {
  detail: TaskDetail;
  live: BroadcastLive | undefined;
  control: TaskControl;
}) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const queries = useQueryClient();
  const { detail, live, control } = props;
  const [isPicking, setPicking] = useState(false);
  const { id } = detail;
  const {
    list: items,
    isSending,
    change,
  } = useSentList(detail.items, async (next) => {
    await api.put(`/v1/task/${id}/files`, { files: next.map((item) => item.file_id ?? 0) });
    await queries.invalidateQueries({ queryKey: ['task', id] });
  });
  const add = useCallback(
    (files: readonly MediaFile[]) =>
      change((now) => [
        ...now,
        ...files.map(({ id: file_id, name, duration_ms }) => ({
          kind: 'file' as const,
          file_id,
          name,
          duration_ms: duration_ms ?? 0,
        })),
      ]),
    [change],
  );

  if (detail.audio_source === 1) return <p className={s.text}>{detail.textContent}</p>;
  const mayEdit =
    live !== undefined &&
    !isOfAlarm(live) &&
    detail.audio_source === 0 &&
    control.mayOperate &&
    control.stale === undefined;
  const fault = removalFault(items.length, 1, live?.state === 'playing');
  const current = live === undefined || isSending ? -1 : live.item_index;
  return (
    <>
      <div className={s.bar}>
        <span className={s.rest}>
          {t('task.playListSum', {
            files: items.length,
            length: durationText(
              t,
              items.reduce((sum, item) => sum + item.duration_ms, 0),
            ),
          })}
        </span>
        {mayEdit && (
          <Button size="small" icon={<AddRegular />} onClick={() => setPicking(true)}>
            {t('common.add')}
          </Button>
        )}
      </div>
      <OrderList
        className={s.list}
        label={t('task.list')}
        items={items.map((item, index) => ({
          key: `${item.file_id}/${items.slice(0, index).filter((one) => one.file_id === item.file_id).length}`,
          name: item.name,
          detail: durationText(t, item.duration_ms),
          isCurrent: index === current,
          ...(index === current ? { lead: <Glyph name="play" size={14} /> } : {}),
        }))}
        onMove={mayEdit ? (from, to) => change((now) => moveItem(now, from, to)) : undefined}
        onRemove={mayEdit ? (index) => change((now) => now.filter((_, at) => at !== index)) : undefined}
        keepReason={fault === null ? undefined : t(fault.key)}
      />
      {isPicking && (
        <DialogFrame
          title={t('task.addTitle', { name: detail.name })}
          width={640}
          onClose={() => setPicking(false)}
          actions={<Button onClick={() => setPicking(false)}>{t('common.close')}</Button>}
        >
          <div className={`${p.column} ${s.picker}`}>
            <LibraryPicker onAdd={add} targets={detail.asked ?? nowhere} />
          </div>
        </DialogFrame>
      )}
    </>
  );
}
