import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { EntityField } from './EntityField.tsx';
import { SwitchField, TextAreaField } from './fields.tsx';

/**
 * Fields of an entity that belongs to a zone or the whole site and can be disabled: zone, switch,
 * description.
 */
export function ZonedFields<
  V extends FieldValues & { org: unknown; activated: unknown; desc: unknown },
  O extends FieldValues,
>(props: {
  control: Control<V, unknown, O>;
  /** Explains the disabled state. */
  activatedHint: string;
}) {
  const { t } = useTranslation();
  const { control } = props;
  const at = (name: 'org' | 'activated' | 'desc') => name as FieldPath<V>;
  return (
    <>
      <EntityField
        control={control}
        name={at('org')}
        label={t('zones.zone')}
        hint={t('gpio.zoneHint')}
        path="partition"
        placeholder={t('gpio.wholeSite')}
      />
      <SwitchField
        control={control}
        name={at('activated')}
        label={t('common.enabled')}
        hint={props.activatedHint}
      />
      <TextAreaField control={control} name={at('desc')} label={t('common.description')} rows={2} />
    </>
  );
}
