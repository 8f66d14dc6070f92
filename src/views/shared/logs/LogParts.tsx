import { Button, makeStyles } from '@fluentui/react-components';
import {
  ArrowDownloadRegular,
  ChevronLeftRegular,
  ChevronRightRegular,
  DismissRegular,
} from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { LogTicket } from '../../../../contract/api/logs.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { saveFrom } from '../transfer/files.ts';
import type { LogPage } from './useLog.ts';

const useStyles = makeStyles({ pager: { display: 'flex', alignItems: 'center', gap: '8px' } });

/** Pager of a log: the number of pages is unknown, there are only newer and older ones. */
export function LogPager(props: { page: LogPage }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { page } = props;
  return (
    <nav className={s.pager} aria-label={t('kit.pages')}>
      <Button size="small" appearance="subtle" disabled={page.isNewest} onClick={page.newest}>
        {t('logs.newest')}
      </Button>
      <Button
        size="small"
        appearance="subtle"
        icon={<ChevronLeftRegular />}
        disabled={page.isNewest}
        onClick={page.newer}
      >
        {t('logs.newer')}
      </Button>
      <Button
        size="small"
        appearance="subtle"
        icon={<ChevronRightRegular />}
        iconPosition="after"
        disabled={!page.hasOlder}
        onClick={page.older}
      >
        {t('logs.older')}
      </Button>
    </nav>
  );
}

/** Downloads a CSV of all rows that pass the filters, streamed by the server. */
export function LogExport(props: { path: string; query: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const save = async () => {
    const { url } = await api.post<LogTicket>(`/v1/${props.path}/export/ticket`);
    saveFrom(`${url}&${new URLSearchParams(props.query).toString()}`);
  };
  return (
    <BusyButton reads size="small" icon={<ArrowDownloadRegular />} onPress={save}>
      {t('common.export')}
    </BusyButton>
  );
}

/** A filter set from a row, with the button that removes it. */
export function FilterChip(props: { label: string; value: string; onDrop: () => void }) {
  const { t } = useTranslation();
  const text = t('kit.filterLabel', { label: props.label, value: props.value });
  return (
    <Button
      size="small"
      icon={<DismissRegular />}
      iconPosition="after"
      aria-label={t('kit.dropFilter', { filter: text })}
      onClick={props.onDrop}
    >
      {text}
    </Button>
  );
}
