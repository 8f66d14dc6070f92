import { Button, makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { target, tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    justifyContent: 'center',
    gap: '4px',
    minHeight: '100%',
    boxSizing: 'border-box',
    maxWidth: '440px',
    margin: '0 auto',
    padding: '32px 16px',
  },
  icon: { color: tokens.colorNeutralForeground3, fontSize: '40px', lineHeight: 0, marginBottom: '12px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  reason: {
    margin: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    marginTop: '12px',
    '& > a': { lineHeight: target(20) },
  },
});

/** Empty state: what is missing, why, and what to do next. `actions` are the next steps. */
export function EmptyState(props: { icon?: ReactNode; title: string; hint: string; actions?: ReactNode }) {
  const s = useStyles();
  return (
    <div className={s.root} data-testid="empty">
      {props.icon !== undefined && <div className={s.icon}>{props.icon}</div>}
      <h2 className={s.title}>{props.title}</h2>
      <p className={s.reason}>{props.hint}</p>
      {props.actions !== undefined && <div className={s.actions}>{props.actions}</div>}
    </div>
  );
}

/** A filter with its description, e.g. `{key: 'version', text: 'Version 3.1'}`. */
export interface ActiveFilter {
  key: string;
  text: string;
}

/** Empty state of filtered rows: names each filter, and removes it, or all. */
export function NoMatch(props: {
  title: string;
  filters: readonly ActiveFilter[];
  onDrop: (key: string) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const list = props.filters.map((one) => one.text).join(t('kit.listComma'));
  return (
    <EmptyState
      title={props.title}
      hint={t('kit.noMatchWhy', { filters: list })}
      actions={
        <>
          {props.filters.map((one) => (
            <Button key={one.key} size="small" onClick={() => props.onDrop(one.key)}>
              {t('kit.dropFilter', { filter: one.text })}
            </Button>
          ))}
          <Button size="small" onClick={props.onClear}>
            {t('kit.clearFilters')}
          </Button>
        </>
      }
    />
  );
}
