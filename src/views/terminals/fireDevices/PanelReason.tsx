import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { PanelState } from '../../../../contract/entities/terminals/panel.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { useLanguage } from '../../app/useLanguage.ts';
import { fieldErrorText } from '../../kit/form/errors.ts';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  fault: { color: tokens.tocsinFaultText },
});

/** State of the connection to a panel of another make: why it does not work, or its last message. */
export function PanelReason({ state }: { state: PanelState | null }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const language = useLanguage();
  if (state === null) return null;
  const { works, error, last_at } = state;
  const isFault = !works && error !== '';
  const at = formatTimestamp(last_at, t('common.none'), clock.timeZone());
  return (
    <div className={mergeClasses(s.line, isFault && s.fault)}>
      {isFault && <FaultGlyph />}
      {isFault ? (fieldErrorText(error, language) ?? error) : t('panelLink.lastAt', { at })}
    </div>
  );
}
