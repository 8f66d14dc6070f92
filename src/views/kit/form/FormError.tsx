import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    marginTop: '16px',
    padding: '12px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderLeft: `4px solid ${tokens.colorNeutralForeground1}`,
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground2,
  },
  title: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  actions: { display: 'flex', gap: '8px', marginTop: '8px', ':empty': { display: 'none' } },
});

/** Error message of the server at a form. Never a red area. */
export function FormError(props: { text: string; title?: string; actions?: ReactNode }) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <div className={s.root} role="alert">
      <div className={s.title}>{props.title ?? t('kit.notSaved')}</div>
      <div>{props.text}</div>
      <div className={s.actions}>{props.actions}</div>
    </div>
  );
}
