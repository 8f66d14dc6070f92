import { Button, Input } from '@fluentui/react-components';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { Term } from '../../../../contract/entities/tasks/plan.ts';
import { DayInput } from '../../kit/time/DayInput.tsx';
import { useListStyles } from './listStyles.ts';

/** Terms of a plan: named ranges of dates in which its tasks run. */
export function TermList(props: {
  terms: readonly Term[];
  /** Dates of the plan, for a new term. */
  start: string;
  end: string | null;
  error: string | undefined;
  onChange: (terms: Term[]) => void;
}) {
  const l = useListStyles();
  const { t } = useTranslation();
  const { terms, start, end, onChange } = props;
  const change = (place: number, more: Partial<Term>) =>
    onChange(terms.map((one, i) => (i === place ? { ...one, ...more } : one)));
  return (
    <section>
      <div className={l.head}>
        <h3 className={l.part}>{t('term.title')}</h3>
        <Button
          size="small"
          appearance="subtle"
          icon={<AddRegular />}
          disabled={terms.length >= 20}
          onClick={() =>
            onChange([
              ...terms,
              { name: t('term.newName', { n: terms.length + 1 }), start_date: start, end_date: end ?? start },
            ])
          }
        >
          {t('term.add')}
        </Button>
      </div>
      {terms.length === 0 && <div className={l.none}>{t('term.hint')}</div>}
      <ul className={l.list} aria-label={t('term.title')}>
        {terms.map((one, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a term has no id, and its name is being typed
          <li key={place} className={l.lines}>
            <div className={l.line}>
              <Input
                size="small"
                className={l.grow}
                maxLength={50}
                value={one.name}
                aria-label={t('term.name')}
                onChange={(_, { value }) => change(place, { name: value })}
                onKeyDown={(event) => {
                  // Enter would save the whole plan.
                  if (event.key === 'Enter') event.preventDefault();
                }}
              />
              <Button
                appearance="transparent"
                size="small"
                icon={<DismissRegular />}
                aria-label={t('kit.removeItem', { name: one.name })}
                title={t('kit.removeItem', { name: one.name })}
                onClick={() => onChange(terms.filter((_, i) => i !== place))}
              />
            </div>
            <div className={l.two}>
              <DayInput
                size="small"
                value={one.start_date}
                aria-label={`${one.name} ${t('schedule.startDate')}`}
                onChange={(value) => change(place, { start_date: value })}
              />
              <DayInput
                size="small"
                value={one.end_date}
                aria-label={`${one.name} ${t('schedule.endDate')}`}
                onChange={(value) => change(place, { end_date: value })}
              />
            </div>
          </li>
        ))}
      </ul>
      {props.error !== undefined && (
        <div role="alert" className={l.error}>
          {props.error}
        </div>
      )}
    </section>
  );
}
