import {
  Button,
  Field,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
} from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { DayInput } from '../time/DayInput.tsx';
import { readMoment } from '../time/dayText.ts';
import { recentTime } from '../time/recentTime.ts';
import { fromLocal } from '../time/siteTime.ts';

const useStyles = makeStyles({
  surface: { display: 'flex', flexDirection: 'column', gap: '12px', width: '260px' },
  presets: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

/** Lengths of the presets, seconds. */
const presets = { hour: 3_600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400 } as const;

/** Filter by time, `Time: all ▾`: from and to in the site's time zone; `from` and `to` are epoch seconds. */
export function TimeFilter(props: {
  from: number | undefined;
  to: number | undefined;
  onChange: (range: { from: number | undefined; to: number | undefined }) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const zone = clock.timeZone();
  const { from, to, onChange } = props;
  const short = (seconds: number | undefined) => recentTime(seconds ?? null, clock.now(), '', zone);
  /** Calls back with a whole time, or with none; not while one is typed. */
  const whole = (take: (seconds: number | undefined) => void) => (text: string) => {
    if (text === '') take(undefined);
    else if (readMoment(text) !== null) take(fromLocal(text.replace(' ', 'T'), zone));
  };
  const isAll = from === undefined && to === undefined;
  const shown = isAll ? t('kit.allValues') : `${short(from)} – ${short(to)}`;
  const since = (seconds: number) =>
    onChange({ from: Math.floor(clock.now() / 1000) - seconds, to: undefined });
  return (
    <Popover trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button size="small" icon={<ChevronDownRegular />} iconPosition="after">
          {t('kit.filterLabel', { label: t('common.time'), value: shown })}
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={s.surface} aria-label={t('common.time')}>
        <Field label={t('kit.from')}>
          <DayInput
            withTime
            value={formatTimestamp(from, '', zone)}
            onChange={whole((seconds) => onChange({ from: seconds, to }))}
          />
        </Field>
        <Field label={t('kit.to')}>
          <DayInput
            withTime
            value={formatTimestamp(to, '', zone)}
            onChange={whole((seconds) => onChange({ from, to: seconds }))}
          />
        </Field>
        <div className={s.presets}>
          {Object.entries(presets).map(([name, seconds]) => (
            <Button key={name} size="small" onClick={() => since(seconds)}>
              {t(`kit.last.${name}`)}
            </Button>
          ))}
          <Button size="small" disabled={isAll} onClick={() => onChange({ from: undefined, to: undefined })}>
            {t('kit.allValues')}
          </Button>
        </div>
      </PopoverSurface>
    </Popover>
  );
}
