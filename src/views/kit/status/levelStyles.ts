import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { liveValue, tokens } from '../../theme/tokens.ts';
import type { LevelClasses } from './levelMeter.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', height: '100%', width: '100%', gap: '8px' },
  track: {
    position: 'relative',
    flex: '1 1 auto',
    maxWidth: '72px',
    minWidth: '40px',
    height: '8px',
    backgroundColor: liveValue.meterGround,
    boxShadow: liveValue.meterFrame,
  },
  fill: {
    position: 'absolute',
    inset: 0,
    display: liveValue.meterShow,
    transformOrigin: 'left',
    backgroundColor: tokens.tocsinMeterFill,
  },
  clip: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    display: liveValue.meterShow,
    backgroundColor: tokens.tocsinFaultSolid,
  },
  peak: {
    position: 'absolute',
    top: '-1px',
    bottom: '-1px',
    width: '2px',
    marginLeft: '-1px',
    display: liveValue.meterShow,
    backgroundColor: tokens.tocsinMeterPeak,
  },
  tick: {
    position: 'absolute',
    top: '9px',
    height: '3px',
    width: '1px',
    backgroundColor: tokens.tocsinData2,
  },
  number: { flexShrink: 0, minWidth: '28px', textAlign: 'right', visibility: liveValue.meterNumber },
  silent: { backgroundColor: 'transparent', boxShadow: liveValue.meterSilent },
});

/** Returns the classes of the level meter. */
export function useLevelClasses(): LevelClasses {
  const s = useStyles();
  return { ...s, silent: mergeClasses(s.track, s.silent) };
}
