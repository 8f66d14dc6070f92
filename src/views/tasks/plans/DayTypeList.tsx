import { Button, Input, makeStyles, ToggleButton } from '@fluentui/react-components';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { type DayType, maxDayTypes } from '../../../../contract/entities/tasks/plan.ts';
import { weekOrder } from '../../shared/tasks/taskStatus.ts';
import { newDayType, withWeekday } from './dayTypes.ts';
import { useListStyles } from './listStyles.ts';

const useStyles = makeStyles({
  days: { display: 'flex', gap: '2px', paddingBottom: '6px' },
  day: { minWidth: '30px', padding: '0 4px' },
});

/** Day types of a plan: their names, and the weekdays that have them. */
export function DayTypeList(props: {
  types: readonly DayType[];
  error: string | undefined;
  onChange: (types: DayType[]) => void;
}) {
  const s = useStyles();
  const l = useListStyles();
  const { t } = useTranslation();
  const { types, onChange } = props;
  return (
    <section>
      <div className={l.head}>
        <h3 className={l.part}>{t('dayType.title')}</h3>
        <Button
          size="small"
          appearance="subtle"
          icon={<AddRegular />}
          disabled={types.length >= maxDayTypes}
          onClick={() =>
            onChange([...types, newDayType(types, t('dayType.newName', { n: types.length + 1 }))])
          }
        >
          {t('dayType.add')}
        </Button>
      </div>
      {types.length === 0 && <div className={l.none}>{t('dayType.hint')}</div>}
      <ul className={l.list} aria-label={t('dayType.title')}>
        {types.map((type) => (
          <li key={type.id} className={l.lines}>
            <div className={l.line}>
              <Input
                size="small"
                className={l.grow}
                maxLength={20}
                value={type.name}
                aria-label={t('dayType.name')}
                onChange={(_, { value }) =>
                  onChange(types.map((one) => (one.id === type.id ? { ...one, name: value } : one)))
                }
                onKeyDown={(event) => {
                  // Enter would save the whole plan.
                  if (event.key === 'Enter') event.preventDefault();
                }}
              />
              <Button
                appearance="transparent"
                size="small"
                icon={<DismissRegular />}
                aria-label={t('kit.removeItem', { name: type.name })}
                title={t('kit.removeItem', { name: type.name })}
                onClick={() => onChange(types.filter((one) => one.id !== type.id))}
              />
            </div>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a part of the form around it */}
            <div className={s.days} role="group" aria-label={t('dayType.weekdaysOf', { name: type.name })}>
              {weekOrder.map((day) => (
                <ToggleButton
                  key={day}
                  size="small"
                  className={s.day}
                  checked={type.weekdays.includes(day)}
                  aria-label={t(`codes.weekday.${day}`)}
                  title={t(`codes.weekday.${day}`)}
                  onClick={() => onChange(withWeekday(types, type.id, day))}
                >
                  {t(`plan.weekdayLetter.${day}`)}
                </ToggleButton>
              ))}
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
