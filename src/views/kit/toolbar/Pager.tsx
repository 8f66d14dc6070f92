import { Button, makeStyles } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';

const useStyles = makeStyles({ root: { display: 'flex', alignItems: 'center', gap: '8px' } });

/** Pager of a list; an estimated `total` is marked as such. */
export function Pager(props: {
  page: number;
  limit: number;
  total: number;
  estimated?: boolean | undefined;
  onPage: (page: number) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const pages = Math.max(1, Math.ceil(props.total / props.limit));
  const total = props.total.toLocaleString('en-US');
  return (
    <nav className={s.root} aria-label={t('kit.pages')}>
      <span>{t(props.estimated === true ? 'kit.totalAbout' : 'kit.total', { total })}</span>
      <Button
        size="small"
        appearance="subtle"
        icon={<ChevronLeftRegular />}
        aria-label={t('common.previous')}
        title={t('common.previous')}
        disabled={props.page <= 1}
        onClick={() => props.onPage(props.page - 1)}
      />
      <span>{t('kit.pageOf', { page: props.page, pages })}</span>
      <Button
        size="small"
        appearance="subtle"
        icon={<ChevronRightRegular />}
        aria-label={t('common.next')}
        title={t('common.next')}
        disabled={props.page >= pages}
        onClick={() => props.onPage(props.page + 1)}
      />
    </nav>
  );
}
