import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useMemo } from 'react';
import { tokens } from '../../theme/tokens.ts';
import type { ProgressClasses } from './ProgressCell.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '6px', height: '100%', width: '100%' },
  text: { minWidth: '36px', textAlign: 'right', flexShrink: 0 },
  left: { minWidth: '44px', flexShrink: 0, color: tokens.colorNeutralForeground3 },
  track: { flexGrow: 1, minWidth: '16px', height: '4px', backgroundColor: tokens.tocsinMeterTrack },
  endless: {
    backgroundColor: 'transparent',
    backgroundImage: `repeating-linear-gradient(90deg, ${tokens.tocsinData4} 0 6px, transparent 6px 9px)`,
  },
  fill: {
    display: 'block',
    height: '100%',
    transformOrigin: 'left',
    backgroundColor: tokens.tocsinData1,
    '[data-stale] &': { backgroundColor: tokens.tocsinData3 },
  },
});

/** Returns the classes of the progress of a task, for the grid and the panel. */
export function useProgressClasses(): ProgressClasses {
  const s = useStyles();
  const endless = mergeClasses(s.track, s.endless);
  const { root, text, left, track, fill } = s;
  return useMemo(
    () => ({ root, text, left, track, fill, endless }),
    [root, text, left, track, fill, endless],
  );
}
