import { Button, makeStyles } from '@fluentui/react-components';
import { FolderOpenRegular, MusicNote2Regular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { FileGroupLive, MediaFile } from '../../../../contract/entities/sound/file.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { NameText } from '../../kit/layout/NameText.tsx';
import { moveItem } from '../../kit/order/moveItem.ts';
import { OrderList } from '../../kit/order/OrderList.tsx';
import { useSentList } from '../../kit/order/useSentList.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { useOwner } from '../../shared/media/useOwner.ts';
import { tokens } from '../../theme/tokens.ts';
import { useGroupFiles } from './useGroupFiles.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minWidth: 0,
    minHeight: 0,
    padding: '0 12px',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: '40px',
    flexShrink: 0,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  title: {
    margin: 0,
    minWidth: 0,
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  rest: { flexGrow: 1 },
  list: { flexGrow: 1, minHeight: 0 },
});

/** List of a group that is not loaded yet; one object, since another one would count as a change. */
const none: readonly MediaFile[] = [];

/** Files of a group in the order in which a task plays them. */
export function GroupFiles(props: { group: FileGroupLive }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const navigate = useNavigate();
  const stale = useStaleReason();
  const { group } = props;
  const stored = useGroupFiles(group.id);
  // The session machine shows a refusal.
  const order = useSentList(stored ?? none, (next) =>
    api.put('/v1/file/order', { group_id: group.id, ids: next.map((file) => file.id) }),
  );
  const files = stored && order.list;
  const library = () => navigate(`/menu_file_management?group_id=${group.id}&sort=position`);
  const move = (from: number, to: number) => order.change((now) => moveItem(now, from, to));
  const reason = useOwner().groupReason(group);
  const length = files?.reduce((sum, file) => sum + (file.duration_ms ?? 0), 0) ?? 0;
  return (
    <section className={s.root} aria-label={t('file.inGroup', { group: group.name })}>
      <div className={s.head}>
        <h2 className={s.title}>
          <NameText name={group.name} />
        </h2>
        {files !== undefined && files.length > 0 && (
          <span>{t('task.playListSum', { files: files.length, length: durationText(t, length) })}</span>
        )}
        {may('edit_file') && reason !== undefined && <span>{reason}</span>}
        <span className={s.rest} />
        <Button size="small" icon={<FolderOpenRegular />} onClick={library}>
          {t('file.openInLibrary')}
        </Button>
      </div>
      {files === undefined && <LoadingRows />}
      {files?.length === 0 && (
        <EmptyState
          icon={<MusicNote2Regular />}
          title={t('file.groupEmpty')}
          hint={t('file.groupEmptyWhy')}
          actions={<Button onClick={library}>{t('file.openInLibrary')}</Button>}
        />
      )}
      {files !== undefined && files.length > 0 && (
        <OrderList
          className={s.list}
          label={t('file.inGroup', { group: group.name })}
          items={files.map((file) => ({
            key: file.id,
            name: file.name,
            detail: file.duration_ms === null ? '—' : durationText(t, file.duration_ms),
          }))}
          onMove={may('edit_file') && stale === undefined && reason === undefined ? move : undefined}
        />
      )}
    </section>
  );
}
