import {
  Button,
  Field,
  Input,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
} from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useSiteClock } from '../../app/AppContext.tsx';
import { fromLocal, toLocal } from '../time/siteTime.ts';

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
  const short = (seconds: number | undefined) => toLocal(seconds, zone).slice(5, 16).replace('T', ' ');
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
          <Input
            type="datetime-local"
            step={1}
            value={toLocal(from, zone)}
            onChange={(_, data) => onChange({ from: fromLocal(data.value, zone), to })}
          />
        </Field>
        <Field label={t('kit.to')}>
          <Input
            type="datetime-local"
            step={1}
            value={toLocal(to, zone)}
            onChange={(_, data) => onChange({ from, to: fromLocal(data.value, zone) })}
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
