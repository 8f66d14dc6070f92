import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { EntityField } from '../../kit/form/EntityField.tsx';
import type { FieldProps } from '../../kit/form/fields.tsx';

/** Field for the zone that owns a library item; none: the whole site. */
export function OwnerField<V extends FieldValues, O extends FieldValues>(
  props: Pick<FieldProps<V, O>, 'control' | 'name'>,
) {
  const { t } = useTranslation();
  return (
    <EntityField
      {...props}
      label={t('media.owner')}
      hint={t('media.ownerHint')}
      path="partition"
      placeholder={t('linkage.wholeSite')}
    />
  );
}
