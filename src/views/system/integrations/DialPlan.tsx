import { Button, Input, makeStyles, Select } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { type DialledCode, fieldsOf } from '../../../../contract/entities/site/dialPlan.ts';
import { type DialAction, dialActions } from '../../../../contract/fieldCodes.ts';
import { EntityChoice } from '../../kit/form/EntityChoice.tsx';
import { FieldGroup } from '../../kit/form/FieldGroup.tsx';
import { PasswordInput } from '../../kit/form/PasswordInput.tsx';

const useStyles = makeStyles({
  code: {
    display: 'grid',
    gridTemplateColumns: '96px 172px minmax(0, 1fr) 132px 32px',
    gap: '8px',
    marginBottom: '8px',
    '& > *': { minWidth: 0 },
  },
  targets: { display: 'flex', gap: '8px', '& > *': { flex: '1 1 0', minWidth: 0 } },
});

const nothing: DialledCode = {
  ...{ code: '', action: 'page', zone: null },
  ...{ file: null, scheduled_task: null, alarm_plan: null },
};

type Target = ReturnType<typeof fieldsOf>[number];
const targets = {
  zone: { path: 'partition', label: 'faults.zone' },
  file: { path: 'file', label: 'integration.dialFile' },
  scheduled_task: { path: 'scheduled_task', label: 'integration.dialTask' },
  alarm_plan: { path: 'alarm_plan', label: 'alarmRecord.plan' },
} as const satisfies Record<Target, { path: string; label: string }>;

/** Field for the codes that telephones dial: what each does, and its PIN, which is never shown again. */
export function DialPlan(props: {
  value: readonly DialledCode[];
  onChange: (value: DialledCode[]) => void;
  /** PINs that were typed, by code. */
  pins: Readonly<Record<string, string>>;
  onPins: (pins: Record<string, string>) => void;
  /** Codes whose PIN is stored. */
  stored: ReadonlySet<string>;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { value, onChange, pins, onPins, stored } = props;
  const put = (at: number, over: Partial<DialledCode>) =>
    onChange(value.map((one, i) => (i === at ? { ...one, ...over } : one)));
  const without = (code: string) => Object.fromEntries(Object.entries(pins).filter(([key]) => key !== code));

  /** Changes a code; its typed PIN stays with it. */
  function rename(at: number, from: string, to: string): void {
    const code = to.replace(/[^0-9]/g, '');
    const typed = pins[from];
    if (typed !== undefined) onPins({ ...without(from), [code]: typed });
    put(at, { code });
  }

  return (
    <FieldGroup label={t('integration.dialPlan')}>
      {value.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a code that is being typed has no name but its place
        <div key={i} className={s.code}>
          <Input
            value={one.code}
            maxLength={8}
            inputMode="numeric"
            placeholder={t('integration.dialCode')}
            aria-label={t('integration.dialCode')}
            onChange={(_, data) => rename(i, one.code, data.value)}
          />
          <Select
            value={one.action}
            aria-label={t('integration.dialAction')}
            onChange={(_, data) =>
              put(i, { ...nothing, code: one.code, action: data.value as DialAction, zone: one.zone })
            }
          >
            {dialActions.map((action) => (
              <option key={action} value={action}>
                {t(`integration.dialActions.${action}`)}
              </option>
            ))}
          </Select>
          <div className={s.targets}>
            {fieldsOf(one.action).map((field) => (
              <EntityChoice
                key={field}
                path={targets[field].path}
                aria-label={t(targets[field].label)}
                placeholder={t(targets[field].label)}
                value={one[field]}
                onChange={(id) => put(i, { [field]: id })}
              />
            ))}
          </div>
          <PasswordInput
            value={pins[one.code] ?? ''}
            maxLength={12}
            autoComplete="off"
            placeholder={stored.has(one.code) ? t('integration.pinKept') : 'PIN'}
            aria-label="PIN"
            onChange={(event) => {
              const typed = event.target.value;
              onPins(typed === '' ? without(one.code) : { ...pins, [one.code]: typed });
            }}
          />
          <Button
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={t('common.delete')}
            title={t('common.delete')}
            onClick={() => {
              onPins(without(one.code));
              onChange(value.filter((_, at) => at !== i));
            }}
          />
        </div>
      ))}
      <Button size="small" icon={<AddRegular />} onClick={() => onChange([...value, nothing])}>
        {t('integration.addDialCode')}
      </Button>
    </FieldGroup>
  );
}
