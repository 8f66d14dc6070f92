import {
  Button,
  Input,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan, PlanException } from '../../../contract/entities/plan.ts';
import { weekOrder } from '../schedule/taskStatus.ts';
import { tokens } from '../theme/tokens.ts';
import { type DayRange, daysIn, exceptionOn } from './exceptions.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px',
    minHeight: '40px',
    padding: '4px 8px',
    backgroundColor: tokens.colorBrandBackground2,
    '& b': { color: tokens.colorBrandForeground1 },
  },
  desc: { width: '160px' },
});

export type Exceptional = Pick<PlanException, 'action' | 'weekday' | 'plan_id' | 'desc'>;

/** What to do on the chosen days: nothing, the tasks of a weekday, those of another plan, or as usual. */
export function ExceptionTools(props: {
  days: DayRange;
  exceptions: readonly PlanException[];
  /** Plans whose tasks could run instead; without the one that is edited. */
  plans: readonly Plan[];
  onSet: (one: Exceptional | null) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { days, plans, onSet } = props;
  const now = exceptionOn(props.exceptions, days.from);
  const [desc, setDesc] = useState(now?.desc ?? '');
  const one = (action: Exceptional['action'], more: Partial<Exceptional> = {}) =>
    onSet({ action, weekday: null, plan_id: null, desc: desc.trim(), ...more });
  const menu = (label: string, items: readonly { key: number; label: string; onPick: () => void }[]) => (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          icon={<ChevronDownRegular />}
          iconPosition="after"
          {...(items.length === 0 ? { disabledFocusable: true, title: t('plan.noOther') } : {})}
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
    <div className={s.root} role="toolbar" aria-label={t('plan.onDays')}>
      <b>
        {days.from === days.to
          ? days.from
          : t('plan.daysChosen', { from: days.from, to: days.to, days: daysIn(days) })}
      </b>
      <Input
        size="small"
        className={s.desc}
        maxLength={200}
        placeholder={t('plan.reason')}
        aria-label={t('plan.reason')}
        value={desc}
        onChange={(_, data) => setDesc(data.value)}
        onKeyDown={(event) => {
          // Enter would save the whole plan.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <Button size="small" onClick={() => one('skip')}>
        {t('codes.exceptionAction.skip')}
      </Button>
      {menu(
        t('codes.exceptionAction.weekday'),
        weekOrder.map((weekday) => ({
          key: weekday,
          label: t(`codes.weekday.${weekday}`),
          onPick: () => one('weekday', { weekday }),
        })),
      )}
      {menu(
        t('codes.exceptionAction.plan'),
        plans.map((plan) => ({
          key: plan.id,
          label: plan.name,
          onPick: () => one('plan', { plan_id: plan.id }),
        })),
      )}
      <Button size="small" onClick={() => onSet(null)}>
        {t('plan.backToUsual')}
      </Button>
    </div>
  );
}
