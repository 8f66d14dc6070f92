import { makeStyles } from '@fluentui/react-components';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { liveRegion, type Urgency } from './liveRegions.ts';

const useStyles = makeStyles({
  root: {
    position: 'fixed',
    top: 0,
    width: '1px',
    height: '1px',
    margin: 0,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

/** Text that screen readers announce at each change, also while a dialog is open; it is not shown. */
export function Announced(props: { urgency: Urgency; children: ReactNode }) {
  const s = useStyles();
  const [region] = useState(() => liveRegion(`announced-${props.urgency}`, props.urgency));
  return createPortal(
    <div className={s.root} aria-atomic="true">
      {props.children}
    </div>,
    region,
  );
}
