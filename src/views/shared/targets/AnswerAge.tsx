import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useSiteClock } from '../../app/AppContext.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { clockTime } from '../../kit/time/clockTime.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    color: tokens.tocsinFaultText,
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** Mark of an outdated response while the server does not answer. `at`: time of the response, epoch ms. */
export function AnswerAge(props: { at: number }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  return (
    <span className={s.root} data-testid="answer-age">
      <FaultGlyph size={14} />
      {t('task.dryRunOld', { time: clockTime(props.at, clock.timeZone()) })}
    </span>
  );
}
