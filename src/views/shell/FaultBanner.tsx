import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FaultGlyph } from '../kit/Glyph.tsx';
import { Hidden } from '../kit/Hidden.tsx';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '40px',
    flexShrink: 0,
    padding: '4px 16px',
    boxSizing: 'border-box',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.tocsinFaultTint,
    borderTop: `1px solid ${tokens.tocsinFaultStroke}`,
  },
});

/**
 * Banner below every screen for as long as something is wrong with the server or the link to it. `alert`: told by a
 * screen reader once and whenever it changes, so without figures that count.
 */
export function FaultBanner(props: { testid: string; alert: string; children: ReactNode }) {
  const s = useStyles();
  return (
    <div className={s.root} data-testid={props.testid}>
      <FaultGlyph size={16} />
      <Hidden role="alert">{props.alert}</Hidden>
      {props.children}
    </div>
  );
}
