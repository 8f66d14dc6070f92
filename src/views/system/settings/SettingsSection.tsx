import { Button, makeStyles } from '@fluentui/react-components';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  section: { minWidth: 0, paddingBottom: '16px', breakInside: 'avoid' },
  title: {
    margin: '0 0 12px',
    paddingBottom: '4px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  reason: { margin: '0 0 12px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  foot: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    minHeight: '48px',
    padding: '0 24px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  note: { flexGrow: 1, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** A section of related settings, with an explanation. */
export function SettingsSection(props: { title: string; hint?: string; children: ReactNode }) {
  const s = useStyles();
  const id = useId();
  return (
    <section className={s.section} aria-labelledby={id}>
      <h2 id={id} className={s.title}>
        {props.title}
      </h2>
      {props.hint !== undefined && <p className={s.reason}>{props.hint}</p>}
      {props.children}
    </section>
  );
}

/** Foot below all sections: unsaved changes, and the buttons. */
export function SettingsFoot(props: {
  note: string;
  onReset: (() => void) | undefined;
  children: ReactNode;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <div className={s.foot}>
      <span className={s.note}>{props.note}</span>
      {props.onReset !== undefined && <Button onClick={props.onReset}>{t('system.discard')}</Button>}
      {props.children}
    </div>
  );
}
