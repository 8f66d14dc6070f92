import { Button, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { throttleTime } from 'rxjs';
import { useObservable } from '../../app/useObservable.ts';
import { tokens } from '../../theme/tokens.ts';
import { UploadRow } from './UploadRow.tsx';
import { isUploading, type Uploads } from './uploads.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '344px',
    minHeight: 0,
    boxSizing: 'border-box',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 8px 8px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: {
    flexGrow: 1,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: '24px',
    fontWeight: tokens.fontWeightSemibold,
  },
  list: {
    margin: 0,
    padding: '0 16px 16px',
    listStyle: 'none',
    overflowY: 'auto',
    flexGrow: 1,
    minHeight: 0,
  },
});

/** Update interval of the progress bars, ms. */
const everyMs = 200;

/** Uploads in progress and their results; hidden without uploads. */
export function UploadPanel(props: { uploads: Uploads }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { uploads } = props;
  const items$ = useMemo(
    () => uploads.items$.pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true })),
    [uploads],
  );
  const items = useObservable(items$, uploads.items$.value);
  if (items.length === 0) return null;
  const done = items.filter((item) => item.state === 'done').length;
  return (
    <aside className={s.root} aria-label={t('file.uploads')} data-testid="uploads">
      <div className={s.head}>
        <h2 className={s.title}>{t('file.uploadsSum', { done, total: items.length })}</h2>
        <Button size="small" appearance="subtle" onClick={uploads.clear}>
          {t('file.clearUploads')}
        </Button>
        {!isUploading(items) && (
          <Button
            size="small"
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label={t('common.close')}
            title={t('common.close')}
            onClick={uploads.clear}
          />
        )}
      </div>
      <ul className={s.list}>
        {items.map((item) => (
          <UploadRow
            key={item.id}
            item={item}
            onCancel={() => uploads.cancel(item.id)}
            onRetry={() => uploads.retry(item.id)}
          />
        ))}
      </ul>
    </aside>
  );
}
