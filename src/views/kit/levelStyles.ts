import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { tokens } from '../theme/tokens.ts';
import type { LevelClasses } from './levelMeter.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', height: '100%', width: '100%', gap: '8px' },
  track: {
    position: 'relative',
    flex: '1 1 auto',
    maxWidth: '72px',
    minWidth: '40px',
    height: '8px',
    backgroundColor: tokens.tocsinMeterTrack,
    '[data-stale] &': {
      backgroundColor: 'transparent',
      boxShadow: `inset 0 0 0 1px ${tokens.colorNeutralStroke1}`,
    },
  },
  fill: {
    position: 'absolute',
    inset: 0,
    transformOrigin: 'left',
    backgroundColor: tokens.tocsinMeterFill,
    '[data-stale] &': { display: 'none' },
  },
  clip: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    backgroundColor: tokens.tocsinFaultSolid,
    '[data-stale] &': { display: 'none' },
  },
  peak: {
    position: 'absolute',
    top: '-1px',
    bottom: '-1px',
    width: '2px',
    marginLeft: '-1px',
    backgroundColor: tokens.tocsinMeterPeak,
    '[data-stale] &': { display: 'none' },
  },
  tick: {
    position: 'absolute',
    top: '9px',
    height: '3px',
    width: '1px',
    backgroundColor: tokens.tocsinData2,
  },
  number: { flexShrink: 0, minWidth: '28px', textAlign: 'right', '[data-stale] &': { visibility: 'hidden' } },
  silent: {
    backgroundColor: 'transparent',
    boxShadow: `inset 0 0 0 2px ${tokens.tocsinFaultEdge}`,
  },
});

/** Classes of the level meter. */
export function useLevelClasses(): LevelClasses {
  const s = useStyles();
  return { ...s, silent: mergeClasses(s.track, s.silent) };
}
