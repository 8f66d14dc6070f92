import { Checkbox, makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { TimeInput } from '../../../kit/form/TimeInput.tsx';
import type { DraftQuiet } from './draftBells.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', paddingBottom: '4px' },
  time: { width: '112px' },
});

/** Times of a new silence. */
const usual = { start_time: '08:00:00', end_time: '12:00:00' };

/** Times between which an exam holds its terminals silent, except for its bells. */
export function QuietFields(props: { quiet: DraftQuiet; onChange: (quiet: DraftQuiet) => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { quiet, onChange } = props;
  return (
    <div className={s.root}>
      <Checkbox
        label={t('exam.quiet')}
        checked={quiet !== null}
        onChange={(_, data) => onChange(data.checked === true ? usual : null)}
      />
      {quiet !== null && (
        <>
          <TimeInput
            className={s.time}
            aria-label={t('schedule.startTime')}
            value={quiet.start_time}
            onChange={(start_time) => onChange({ ...quiet, start_time })}
          />
          <span aria-hidden>–</span>
          <TimeInput
            className={s.time}
            aria-label={t('schedule.endTime')}
            value={quiet.end_time}
            onChange={(end_time) => onChange({ ...quiet, end_time })}
          />
        </>
      )}
    </div>
  );
}
