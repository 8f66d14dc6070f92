import { makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../app/AppContext.tsx';
import { FormField } from '../../kit/form/fields.tsx';
import { ZoneTree } from '../../kit/tree/ZoneTree.tsx';
import { subtree } from '../../kit/tree/zones.ts';
import { tokens } from '../../theme/tokens.ts';
import { useZones } from '../zones/useZones.ts';

const useStyles = makeStyles({
  tree: {
    height: '240px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
  },
});

interface ZonesForm {
  groups?: unknown;
  all_zones?: boolean | undefined;
}

/**
 * Returns the ticked zones after one was toggled. A ticked zone includes its descendants, which are not
 * ticked themselves.
 */
export function toggleZone(
  zones: Parameters<typeof subtree>[0],
  chosen: readonly number[],
  id: number,
): number[] {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id);
  const below = subtree(zones, id);
  return [...chosen.filter((one) => !below.has(one)), id];
}

/** Field for all zones, or for those ticked in the tree including their descendants. */
export function ZonesField<V extends ZonesForm>(props: { form: UseFormReturn<V, unknown, never> }) {
  const s = useStyles();
  const { t } = useTranslation();
  const user = useUser();
  const zones = useZones() ?? [];
  const form = props.form as unknown as UseFormReturn<ZonesForm, unknown, ZonesForm>;
  const isAll = form.watch('all_zones') === true;
  const mayAll = user?.all_zones === true;
  return (
    <>
      <FormField
        control={form.control}
        name="all_zones"
        label={t('profile.zones')}
        {...(mayAll ? {} : { hint: t('accounts.allZonesBeyond') })}
      >
        {({ value, onChange, ref: _ref, ...field }) => (
          <RadioGroup
            {...field}
            layout="horizontal"
            value={value === true ? 'all' : 'some'}
            onChange={(_, data) => onChange(data.value === 'all')}
          >
            <Radio value="some" label={t('accounts.someZones')} />
            <Radio value="all" label={t('profile.allZones')} disabled={!mayAll} />
          </RadioGroup>
        )}
      </FormField>
      {!isAll && (
        <FormField control={form.control} name="groups" label={t('accounts.zonesOf')} required>
          {({ value, onChange }) => {
            const chosen = (value ?? []) as number[];
            return (
              <div className={s.tree} data-testid="account-zones">
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
      )}
    </>
  );
}
