import { Button, Input, makeStyles } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Holiday,
  type HolidayBody,
  maxCalendarChars,
} from '../../../../contract/entities/tasks/holidays.ts';
import { dateOf, dayOf, isDate } from '../../../../contract/schedule/calendar.ts';
import { ApiError } from '../../../api/error.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { planCalls } from '../../shared/tasks/calls.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  title: { margin: '12px 0 4px', fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  line: { display: 'flex', alignItems: 'center', gap: '4px', marginTop: '4px' },
  address: { flexGrow: 1, minWidth: 0 },
  note: {
    minHeight: '20px',
    marginTop: '4px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
});

/** Days that are read of a plan without an end. */
const OPEN_DAYS = 730;

/** Adds the holidays of a calendar to the exceptions of a plan: of an ICS file, or of its address. */
export function HolidayImport(props: {
  /** Dates of the plan. */
  from: string;
  to: string | null;
  /** Takes the holidays, and returns the number of exceptions that are new. */
  onRead: (days: readonly Holiday[]) => number;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [note, setNote] = useState('');
  const isDated = isDate(props.from);

  async function read(source: Pick<HolidayBody, 'text' | 'address'>): Promise<void> {
    const to = props.to ?? dateOf(dayOf(props.from) + OPEN_DAYS);
    try {
      const { days, timed } = await planCalls(api).holidays({ ...source, from: props.from, to });
      const added = props.onRead(days);
      const left = timed === 0 ? [] : [t('holidays.timed', { entries: timed })];
      setNote(
        [added === 0 ? t('holidays.none') : t('holidays.added', { days: added }), ...left].join(
          t('kit.listComma'),
        ),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setNote(error.fields[0]?.message ?? error.message);
    }
  }
  async function readFile(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    if (file.size > maxCalendarChars) setNote(t('holidays.tooLarge'));
    else await read({ text: await file.text() });
  }

  return (
    <>
      <h3 className={s.title}>{t('holidays.title')}</h3>
      <input
        ref={input}
        type="file"
        accept=".ics,text/calendar"
        hidden
        data-testid="holiday-file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          void readFile(file);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      <Button size="small" disabled={!isDated} onClick={() => input.current?.click()}>
        {t('holidays.file')}
      </Button>
      <div className={s.line}>
        <Input
          size="small"
          className={s.address}
          value={address}
          placeholder="https://"
          aria-label={t('holidays.address')}
          maxLength={2000}
          onChange={(_, data) => setAddress(data.value)}
          onKeyDown={(event) => {
            // Enter would save the whole plan.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <BusyButton
          size="small"
          reads
          disabled={!isDated || address.trim() === ''}
          onPress={() => read({ address: address.trim() })}
        >
          {t('holidays.read')}
        </BusyButton>
      </div>
      <div className={s.note} role="status">
        {note}
      </div>
    </>
  );
}
