import { Dropdown, makeStyles, Option } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { accountEntity } from '../../../../contract/entities/site/account.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { FormField, NumberField, PasswordField } from '../../kit/form/fields.tsx';
import { ZoneTree } from '../../kit/tree/ZoneTree.tsx';
import { toggleZone } from '../../shared/accounts/ZonesField.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  tree: {
    height: '200px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
  },
});

type Values = Record<string, unknown>;
type Form = UseFormReturn<Values, unknown, Values>;

/** Largest number of accounts offered; larger sites search under "Accounts". */
const MAX_OWNERS = 200;

/** Fields for priority, owning console account, and the zones that the caster may page. */
export function CasterFields({ form }: { form: Form }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { crud } = useApp();
  const may = usePermission();
  const zones = useZones() ?? [];
  const { data } = useQuery({
    queryKey: ['caster-owners'],
    queryFn: () => crud(accountEntity).list({ limit: MAX_OWNERS, sort: 'code' }, { quiet: true }),
    enabled: may('list_user'),
  });
  const { control } = form;
  const owners = (data?.rows ?? []).map(({ id, code, name }) => ({ value: id, label: `${name} (${code})` }));
  return (
    <>
      <NumberField
        control={control}
        name="priority"
        label={t('common.priority')}
        hint={t('caster.priorityHint')}
        min={0}
        max={100}
      />
      {may('list_user') && (
        <FormField control={control} name="user_id" label={t('caster.owner')} hint={t('caster.ownerHint')}>
          {({ value, onChange }) => (
            <Dropdown
              value={owners.find((one) => one.value === value)?.label ?? t('common.none')}
              selectedOptions={[String(value ?? '')]}
              onOptionSelect={(_, { optionValue = '' }) =>
                onChange(optionValue === '' ? null : Number(optionValue))
              }
            >
              <Option value="">{t('common.none')}</Option>
              {owners.map((one) => (
                <Option key={one.value} value={String(one.value)}>
                  {one.label}
                </Option>
              ))}
            </Dropdown>
          )}
        </FormField>
      )}
      <FormField control={control} name="orgs" label={t('caster.reach')} hint={t('caster.reachHint')}>
        {({ value, onChange }) => {
          const chosen = (value ?? []) as number[];
          return (
            <div className={s.tree} data-testid="caster-zones">
              <ZoneTree
                zones={zones}
                selected={undefined}
                onSelect={() => undefined}
                checked={new Set(chosen)}
                onCheck={(id) => onChange(toggleZone(zones, chosen, id))}
              />
            </div>
          );
        }}
      </FormField>
    </>
  );
}

/** Fields for a keypad password (letters and digits, 8 to 20) and its confirmation. */
export function CasterPassword({ form }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        control={form.control}
        name="password"
        label={t('login.password')}
        hint={t('caster.passwordHint')}
        autoComplete="new-password"
        required
      />
      <PasswordField
        control={form.control}
        name="confirmPassword"
        label={t('zones.confirmPassword')}
        autoComplete="new-password"
        required
      />
    </>
  );
}
