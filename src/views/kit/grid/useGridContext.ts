import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { liveValue, tokens } from '../../theme/tokens.ts';
import { useNameStyles } from '../layout/nameStyles.ts';
import { useLevelClasses } from '../status/levelStyles.ts';
import { useStatusClasses } from '../status/statusStyles.ts';
import type { CellContext } from './cells.ts';

const useStyles = makeStyles({
  main: { color: liveValue.text },
  detail: { color: tokens.colorNeutralForeground3, marginLeft: '4px' },
  fault: {
    color: tokens.tocsinFaultText,
    fontWeight: tokens.fontWeightSemibold,
    '& > svg': { marginRight: '4px', verticalAlign: '-2px' },
  },
  muted: { color: tokens.colorNeutralForeground3 },
});

const useButtonStyles = makeStyles({
  group: { display: 'inline-flex', alignItems: 'center', gap: '4px', height: '100%' },
  button: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '24px',
    height: '24px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1 },
    ':active': { backgroundColor: tokens.colorSubtleBackgroundPressed },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '&[aria-disabled="true"]': {
      color: tokens.colorNeutralForegroundDisabled,
      backgroundColor: 'transparent',
      cursor: 'not-allowed',
    },
    '&[aria-busy="true"]': { opacity: 0.5 },
    '&[data-labelled]': {
      width: 'auto',
      gap: '4px',
      padding: '0 8px',
      fontFamily: 'inherit',
      fontSize: 'inherit',
      color: tokens.colorBrandForeground1,
    },
    '&[data-labelled][aria-disabled="true"]': { color: tokens.colorNeutralForegroundDisabled },
  },
});

/** Provides the classes and the translator to cells, which cannot use hooks. */
export function useGridContext(): CellContext {
  const { t } = useTranslation();
  const statusClasses = useStatusClasses();
  const levelClasses = useLevelClasses();
  const textClasses = useStyles();
  const buttonClasses = useButtonStyles();
  const nameClasses = useNameStyles();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Griffel's classes stand as long as the page; the language does not
  return useMemo(() => ({ t, statusClasses, levelClasses, textClasses, buttonClasses, nameClasses }), [t]);
}
