import { Button, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { DayType, Plan, PlanException } from '../../../../contract/entities/tasks/plan.ts';
import { tokens } from '../../theme/tokens.ts';
import type { DayRange } from './exceptions.ts';
import { useListStyles } from './listStyles.ts';

const useStyles = makeStyles({
  one: {
    flexGrow: 1,
    minWidth: 0,
    justifyContent: 'flex-start',
    textAlign: 'left',
    fontWeight: tokens.fontWeightRegular,
    paddingLeft: 0,
  },
  detail: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, display: 'block' },
});

/** Exceptions of a plan; each scrolls the calendar to its days, and can be removed. */
export function ExceptionList(props: {
  exceptions: readonly PlanException[];
  plans: readonly Plan[];
  types: readonly DayType[];
  onChoose: (days: DayRange) => void;
  onRemove: (days: DayRange) => void;
}) {
  const s = useStyles();
  const l = useListStyles();
  const { t } = useTranslation();
  const what = (one: PlanException) => {
    if (one.action === 'weekday')
      return t('plan.likeWeekday', { weekday: t(`codes.weekday.${one.weekday}`) });
    if (one.action === 'plan') {
      const plan = props.plans.find(({ id }) => id === one.plan_id)?.name;
      return plan === undefined ? t('plan.likePlanElsewhere') : t('plan.likePlan', { plan });
    }
    if (one.action === 'day_type')
      return t('dayType.likeType', { name: props.types.find(({ id }) => id === one.day_type)?.name ?? '' });
    return t('codes.exceptionAction.skip');
  };
  return (
    <>
      <h3 className={l.part}>{t('plan.exceptions')}</h3>
      {props.exceptions.length === 0 && <div className={l.none}>{t('plan.noExceptions')}</div>}
      <ul className={l.list} aria-label={t('plan.exceptions')}>
        {props.exceptions.map((one) => {
          const days = { from: one.start_date, to: one.end_date };
          const dates = days.from === days.to ? days.from : t('schedule.fromTo', days);
          return (
            <li key={`${days.from}${days.to}`}>
              <Button
                appearance="transparent"
                size="small"
                className={s.one}
                onClick={() => props.onChoose(days)}
              >
                <span>
                  {dates}
                  <span className={s.detail}>
                    {[what(one), one.desc].filter((text) => text !== '').join(t('kit.listComma'))}
                  </span>
                </span>
              </Button>
              <Button
                appearance="transparent"
                size="small"
                icon={<DismissRegular />}
                aria-label={t('kit.removeItem', { name: dates })}
                title={t('kit.removeItem', { name: dates })}
                onClick={() => props.onRemove(days)}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}
