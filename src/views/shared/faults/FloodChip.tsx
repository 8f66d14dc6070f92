import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useUser } from '../../app/AppContext.tsx';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';
import { lastLook } from './lastLook.ts';
import { useFloodNow } from './useFlood.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    height: '24px',
    minWidth: 0,
    '& > svg': { flexShrink: 0 },
    padding: '0 8px',
    // Visible in forced-colors mode.
    border: '1px solid transparent',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: tokens.lineHeightBase300,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    color: tokens.tocsinFaultOnSolid,
    backgroundColor: tokens.tocsinFaultSolid,
    ':focus-visible': { outline: '2px solid currentColor', outlineOffset: '2px' },
  },
  words: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  /** True in a narrow strip: only the words are shown that distinguish it from the number of faults. */
  wideOnly: { '@container (max-width: 820px)': { display: 'none' } },
  /** The number is never cut: the period beside it wraps out of sight where it has no room. */
  brief: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4px',
    height: tokens.lineHeightBase300,
    overflow: 'hidden',
    '@container (min-width: 820.1px)': { display: 'none' },
  },
});

/**
 * Chip on every screen during a flood of alarms and faults: their number, and those since the last look;
 * links to the flood view.
 */
export function FloodChip() {
  const s = useStyles();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const account = useUser()?.id ?? 0;
  const { starts, count, isFlood } = useFloodNow();
  if (!isFlood) return null;
  const looked = lastLook(account);
  const fresh = looked === 0 ? 0 : starts.filter(({ at }) => at > looked).length;
  return (
    <button
      type="button"
      className={s.root}
      data-testid="alarm-flood"
      title={`${t('alarm.flood', { n: count })}: ${t('flood.open')}`}
      onClick={() => navigate('/flood')}
    >
      <Glyph name="warning" />
      <span className={mergeClasses(s.words, s.wideOnly)}>
        {t('alarm.flood', { n: count })}
        {fresh > 0 && ` · ${t('flood.fresh', { n: fresh })}`}
      </span>
      <span className={s.brief}>
        <span>{count}</span>
        <span>{t('flood.briefSpan')}</span>
      </span>
    </button>
  );
}
