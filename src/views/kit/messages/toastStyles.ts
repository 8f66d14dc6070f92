import { makeStyles } from '@fluentui/react-components';
import { tokens, vw } from '../../theme/tokens.ts';

/** Styles of a toast; `warning`: of an abnormal message. */
export const useToastStyles = makeStyles({
  toast: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    maxWidth: `min(640px, ${vw(90)})`,
    padding: '8px 16px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    color: tokens.colorNeutralForegroundInverted,
    boxShadow: tokens.shadow16,
    // It stands in the body, outside of the element that has the font of the theme.
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    pointerEvents: 'auto',
    '& > svg': { flexShrink: 0 },
  },
  warning: { color: tokens.tocsinFaultOnSolid, backgroundColor: tokens.tocsinFaultSolid },
});
