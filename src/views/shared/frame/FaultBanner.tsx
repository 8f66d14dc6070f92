import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Announced } from '../../kit/messages/Announced.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';

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
 * Banner below every screen while the server or the connection has a fault. `alert`: announced by screen
 * readers at each change, so without counting figures; also the name of the banner among the landmarks of the page.
 */
export function FaultBanner(props: { testid: string; alert: string; children: ReactNode }) {
  const s = useStyles();
  return (
    <section aria-label={props.alert} className={s.root} data-testid={props.testid}>
      <FaultGlyph size={16} />
      <Announced urgency="urgent">{props.alert}</Announced>
      {props.children}
    </section>
  );
}
