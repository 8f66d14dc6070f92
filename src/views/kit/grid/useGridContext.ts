import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';
import { useLevelClasses } from '../levelStyles.ts';
import { useStatusClasses } from '../statusStyles.ts';
import type { CellContext } from './cells.ts';

const useStyles = makeStyles({
  main: { color: tokens.colorNeutralForeground1 },
  detail: { color: tokens.colorNeutralForeground3, marginLeft: '8px' },
  fault: {
    color: tokens.tocsinFaultText,
    fontWeight: tokens.fontWeightSemibold,
    '& > svg': { marginRight: '4px', verticalAlign: '-2px' },
  },
  muted: { color: tokens.colorNeutralForeground3 },
});

/** What cells need and cannot fetch themselves: classes and the translator. */
export function useGridContext(): CellContext {
  const { t } = useTranslation();
  const statusClasses = useStatusClasses();
  const levelClasses = useLevelClasses();
  const textClasses = useStyles();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Griffel's classes stand as long as the page; the language does not
  return useMemo(() => ({ t, statusClasses, levelClasses, textClasses }), [t]);
}
