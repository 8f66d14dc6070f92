import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useRowsNow } from '../../kit/list/useRowsNow.ts';
import { Glyph } from '../../kit/status/Glyph.tsx';
import { useSecond } from '../../kit/time/useTick.ts';
import { tokens } from '../../theme/tokens.ts';
import { queueText } from './queueText.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '6px',
    color: tokens.colorNeutralForeground2,
    '& > svg': { flexShrink: 0, marginTop: '3px' },
  },
});

/** Starts that wait now, where a further one is made: how many, and for whom and how long the next one waits. */
export function QueueNow() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  useSecond();
  const rows = useRowsNow(streams.queuedStart).toSorted((a, b) => a.position - b.position);
  const [next] = rows;
  if (next === undefined) return null;
  const { waits, until } = queueText(t, next, clock.now());
  const { name, targets } = next;
  return (
    <div className={s.root} data-testid="queue-now">
      <Glyph name="clock" size={14} />
      <span>{t('queue.first', { n: rows.length, name, targets, waits, until })}</span>
    </div>
  );
}
