import { makeStyles } from '@fluentui/react-components';
import { HOLD_MS } from '../../../machines/talkKey.ts';
import { tokens } from '../../theme/tokens.ts';

const onAir = {
  color: tokens.tocsinAlarmSolid,
  backgroundColor: tokens.tocsinAlarmOnSolid,
  border: `2px solid ${tokens.tocsinAlarmSolid}`,
  fontWeight: tokens.fontWeightSemibold,
} as const;

/** Styles of a talk key: progress of the hold, and state on the air, also on a red bar. */
export const talkKeyStyles = makeStyles({
  fill: {
    position: 'absolute',
    inset: '0 auto 0 0',
    width: '100%',
    transformOrigin: 'left',
    backgroundColor: 'color-mix(in srgb, currentColor 25%, transparent)',
    animationName: { from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(1)' } },
    animationDuration: `${HOLD_MS}ms`,
    animationTimingFunction: 'linear',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
  },
  onAir: {
    ...onAir,
    outline: `2px solid ${tokens.tocsinAlarmOnSolid}`,
    ':hover': onAir,
    ':hover:active': onAir,
  },
});
