import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { EmptyState } from './EmptyState.tsx';
import { LinkTabs } from './LinkTabs.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  body: { flexGrow: 1, minHeight: 0 },
});

/**
 * A screen with tabs, identified by `tab` in its address; the first has the plain `path`. Tabs that the
 * account may not open are hidden.
 */
export function TabbedScreen(props: {
  /** Accessible name of the tabs. */
  label: string;
  path: string;
  tabs: readonly { key: string; label: string; may: boolean; view: ReactNode }[];
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const tabParam = new URLSearchParams(useLocation().search).get('tab');
  const tabs = props.tabs
    .map((tab, i) => ({ ...tab, to: i === 0 ? props.path : `${props.path}?tab=${tab.key}` }))
    .filter((tab) => tab.may);
  const shown = tabs.find((tab) => tab.key === tabParam) ?? tabs[0];
  return (
    <div className={s.root}>
      <LinkTabs label={props.label} shown={shown?.key ?? ''} tabs={tabs} />
      <div className={s.body}>
        {shown?.view ?? <EmptyState title={t('logs.noneSeen')} hint={t('logs.noneSeenWhy')} />}
      </div>
    </div>
  );
}
