import { Button, makeStyles } from '@fluentui/react-components';
import { ChartMultipleRegular, TableRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { SignalRow } from '../../../../contract/entities/terminals/signal.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { CopyButton } from '../../kit/action/CopyButton.tsx';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { recentTime } from '../../kit/time/recentTime.ts';
import { tokens } from '../../theme/tokens.ts';
import { shownPosition } from './datum.ts';
import { Hours } from './Hours.tsx';
import { type ChartRange, chartRanges, placeOf, signalStatus } from './signalView.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0 12px',
    minHeight: '32px',
    flexShrink: 0,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  tools: { display: 'flex', gap: '4px', marginLeft: 'auto' },
  place: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px', flexShrink: 0 },
});

/** Details of the selected terminal: last reading, position, and readings by hour as a chart or a table. */
export function SignalDetail(props: {
  row: SignalRow;
  range: ChartRange;
  isTable: boolean;
  onRange: (range: ChartRange) => void;
  onTable: (isTable: boolean) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { row, range, isTable } = props;
  const place = placeOf(row);
  const shown = place && shownPosition(place);
  const reported = recentTime(row.reported_at, clock.now(), t('common.none'), clock.timeZone());
  return (
    <>
      <div className={s.head}>
        <h2 className={s.title}>{row.name}</h2>
        <StatusChip status={signalStatus(row)} />
        <span>{t('signal.csqIs', { csq: row.csq ?? '—' })}</span>
        <span className={s.quiet}>{t('signal.reportedAt', { time: reported })}</span>
        {!row.online && <StatusChip status="offline" />}
        <span className={s.tools}>
          {Object.keys(chartRanges).map((one) => (
            <Button
              key={one}
              size="small"
              appearance={one === range ? 'primary' : 'secondary'}
              aria-pressed={one === range}
              title={t(`kit.last.${one}`)}
              onClick={() => props.onRange(one as ChartRange)}
            >
              {t(`signal.range.${one}`)}
            </Button>
          ))}
          <Button
            size="small"
            icon={isTable ? <ChartMultipleRegular /> : <TableRegular />}
            onClick={() => props.onTable(!isTable)}
          >
            {t(isTable ? 'signal.asChart' : 'signal.asTable')}
          </Button>
        </span>
      </div>
      {shown !== null && (
        <div className={s.place}>
          <span>
            {shown.text} ({shown.datum})
          </span>
          <CopyButton size="small" text={shown.text} label={t('signal.copyPlace', { datum: shown.datum })} />
          <span className={s.quiet}>
            {t(shown.datum === 'GCJ-02' ? 'signal.datumChina' : 'signal.datumWorld')}
          </span>
        </div>
      )}
      <Hours key={row.id} row={row} range={range} isTable={isTable} />
    </>
  );
}
