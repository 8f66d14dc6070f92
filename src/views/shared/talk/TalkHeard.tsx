import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/AppContext.tsx';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { useSecond } from '../../kit/time/useTick.ts';
import { tokens } from '../../theme/tokens.ts';
import { isUnheard, otherText, sentOf, unheardText } from './talkFacts.ts';
import { useTalk } from './useTalk.ts';

const useStyles = makeStyles({
  heard: { whiteSpace: 'nowrap' },
  abnormal: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    minHeight: '24px',
    padding: '0 8px',
    border: '1px solid transparent',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusMedium,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.tocsinFaultOnSolid,
    backgroundColor: tokens.tocsinFaultSolid,
  },
  reason: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  /** Style in a strip: one line, in a narrow one the figures only. */
  line: { whiteSpace: 'nowrap', overflow: 'hidden' },
  words: { '@container (max-width: 420px)': { display: 'none' } },
  figures: { '@container (min-width: 420.1px)': { display: 'none' } },
  other: { whiteSpace: 'nowrap', '@container (max-width: 560px)': { display: 'none' } },
});

/**
 * Number of terminals that hear the talk, with the reason if some do not, and the broadcasts that it
 * interrupts.
 */
export function TalkHeard(props: { strip: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { now } = useApp();
  const { isOnAir, context } = useTalk();
  useSecond();
  const { counts } = context;
  const { sounding, targets } = counts;
  const sent = sentOf(counts);
  const heard = t('talk.heardAt', { sounding, targets });
  const words = sent === 0 ? heard : [heard, t('talk.unheard.sent', { n: sent })].join(t('kit.listComma'));
  const reason = unheardText(t, counts);
  const isBad = isOnAir && isUnheard(counts, now() - context.since);
  // Not reported yet.
  if (targets === 0 && !isBad) return null;
  const other = otherText(t, counts);
  const text = props.strip ? (
    <>
      <span className={s.words}>{words}</span>
      <span className={s.figures}>
        {sounding} / {targets}
      </span>
    </>
  ) : (
    words
  );
  return (
    <>
      {isBad ? (
        <span
          className={mergeClasses(s.abnormal, props.strip && s.line)}
          data-testid="talk-heard"
          data-abnormal=""
          title={`${words}: ${reason}`}
        >
          <Glyph name="warning" size={14} />
          <span>{text}</span>
          {reason !== '' && <span className={mergeClasses(s.reason, props.strip && s.words)}>{reason}</span>}
        </span>
      ) : (
        <span className={s.heard} data-testid="talk-heard">
          {text}
        </span>
      )}
      {other !== '' && (
        <span className={props.strip ? s.other : undefined} data-testid="talk-other">
          {other}
        </span>
      )}
    </>
  );
}
