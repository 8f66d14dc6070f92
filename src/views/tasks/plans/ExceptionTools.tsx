import {
  Button,
  Input,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayType, Plan, PlanException } from '../../../../contract/entities/tasks/plan.ts';
import { weekOrder } from '../../shared/tasks/taskStatus.ts';
import { tokens } from '../../theme/tokens.ts';
import { type DayRange, daysIn, exceptionOn } from './exceptions.ts';

const useStyles = makeStyles({
  // Same height with and without selected days: the calendar above must not move under the pointer that
  // selects.
  root: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    flexShrink: 0,
    gap: '4px 8px',
    minHeight: '72px',
    padding: '4px 8px',
  },
  chosen: { backgroundColor: tokens.colorBrandBackground2, '& b': { color: tokens.colorBrandForeground1 } },
  // A line of its own, whatever its text.
  days: {
    width: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
  },
  desc: { width: '160px' },
});

export type Exceptional = Pick<PlanException, 'action' | 'weekday' | 'plan_id' | 'day_type' | 'desc'>;

/**
 * Sets or removes the exception of the selected days: no task, the tasks of a weekday, those of another
 * plan, or of a day type.
 */
export function ExceptionTools(props: {
  /** Null: none are selected. */
  days: DayRange | null;
  exceptions: readonly PlanException[];
  /** Plans whose tasks could run instead, without the edited plan. */
  plans: readonly Plan[];
  types: readonly DayType[];
  onSet: (one: Exceptional | null) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { days, plans, types, onSet } = props;
  const isOff = days === null;
  const now = days === null ? undefined : exceptionOn(props.exceptions, days.from);
  const [desc, setDesc] = useState(now?.desc ?? '');
  const one = (action: Exceptional['action'], more: Partial<Exceptional> = {}) =>
    onSet({ action, weekday: null, plan_id: null, day_type: null, desc: desc.trim(), ...more });
  const menu = (
    label: string,
    items: readonly { key: number; label: string; onPick: () => void }[],
    none: string,
  ) => (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          icon={<ChevronDownRegular />}
          iconPosition="after"
          disabled={isOff}
          {...(items.length === 0 ? { disabledFocusable: true, title: none } : {})}
        >
          {label}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {items.map((item) => (
            <MenuItem key={item.key} onClick={item.onPick}>
              {item.label}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
  return (
    <div className={mergeClasses(s.root, !isOff && s.chosen)} role="toolbar" aria-label={t('plan.onDays')}>
      <span className={s.days}>
        {days === null ? (
          t('plan.chooseDays')
        ) : (
          <b>
            {days.from === days.to
              ? days.from
              : t('plan.daysChosen', { from: days.from, to: days.to, days: daysIn(days) })}
          </b>
        )}
      </span>
      <Input
        size="small"
        className={s.desc}
        maxLength={200}
        placeholder={t('plan.reason')}
        aria-label={t('plan.reason')}
        disabled={isOff}
        value={desc}
        onChange={(_, data) => setDesc(data.value)}
        onKeyDown={(event) => {
          // Enter would save the whole plan.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <Button size="small" disabled={isOff} onClick={() => one('skip')}>
        {t('codes.exceptionAction.skip')}
      </Button>
      {menu(
        t('codes.exceptionAction.weekday'),
        weekOrder.map((weekday) => ({
          key: weekday,
          label: t(`codes.weekday.${weekday}`),
          onPick: () => one('weekday', { weekday }),
        })),
        '',
      )}
      {menu(
        t('codes.exceptionAction.day_type'),
        types.map((type) => ({
          key: type.id,
          label: type.name,
          onPick: () => one('day_type', { day_type: type.id }),
        })),
        t('dayType.none'),
      )}
      {menu(
        t('codes.exceptionAction.plan'),
        plans.map((plan) => ({
          key: plan.id,
          label: plan.name,
          onPick: () => one('plan', { plan_id: plan.id }),
        })),
        t('plan.noOther'),
      )}
      <Button size="small" disabled={isOff} onClick={() => onSet(null)}>
        {t('plan.backToUsual')}
      </Button>
    </div>
  );
}
