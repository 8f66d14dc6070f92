import { Button, Input, makeStyles } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../../theme/tokens.ts';
import type { BellSound } from './draftBells.ts';
import { SoundChoice } from './SoundChoice.tsx';
import type { Paste } from './usePaste.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 24px', flexShrink: 0 },
  field: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    '& > label': { whiteSpace: 'nowrap' },
  },
  sound: { width: '240px' },
  times: { width: '260px' },
  // Always there, so that the grid below does not move.
  note: {
    minHeight: '20px',
    padding: '4px 0',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

/** Above the grid: the sound of new bells, and times to be typed or pasted in one line. */
export function TimetableTools(props: {
  sound: BellSound;
  onSound: (sound: BellSound) => void;
  paste: Paste;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const { taken, take } = props.paste;
  const add = () => {
    if (typed.trim() !== '' && take(typed, null)) setTyped('');
  };
  const note =
    taken === undefined
      ? t('timetable.keys')
      : [
          t('timetable.added', { times: taken.times }),
          ...(taken.refused.length === 0
            ? []
            : [t('timetable.noTimes', { parts: taken.refused.slice(0, 5).join(t('kit.listComma')) })]),
        ].join(' ');
  return (
    <>
      <div className={s.root}>
        <span className={s.field}>
          <span>{t('timetable.usualSound')}</span>
          <span className={s.sound}>
            <SoundChoice sound={props.sound} label={t('timetable.usualSound')} onChange={props.onSound} />
          </span>
        </span>
        <span className={s.field}>
          <label htmlFor={id}>{t('timetable.times')}</label>
          <Input
            id={id}
            size="small"
            className={s.times}
            value={typed}
            placeholder="08:00 08:40 08:50"
            autoComplete="off"
            onChange={(_, data) => setTyped(data.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
            onPaste={(event) => {
              // Lines of a spreadsheet would be joined by the field.
              if (take(event.clipboardData.getData('text/plain'), null)) event.preventDefault();
            }}
          />
          <Button size="small" disabled={typed.trim() === ''} onClick={add}>
            {t('timetable.add')}
          </Button>
        </span>
      </div>
      <div className={s.note} role="status" title={note}>
        {note}
      </div>
    </>
  );
}
