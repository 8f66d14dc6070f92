import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import {
  type SitePlan,
  sitePlanEntity,
  sitePlanFields,
} from '../../../../contract/entities/site/sitePlan.ts';
import { EntityField } from '../../kit/form/EntityField.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { NumberField, TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { useFieldWords } from '../../kit/form/useFieldWords.ts';

const fields = z.object({
  name: sitePlanFields.shape.name,
  org: sitePlanFields.shape.org,
  floor: sitePlanFields.shape.floor.unwrap(),
});
type Values = z.output<typeof fields>;
const schema = fields as unknown as z.ZodType<Values, Values>;

/** Dialog for name, zone and floor of a plan; `row` null: a new one in `org`. */
export function SitePlanDialog(props: {
  row: SitePlan | null;
  org: number | undefined;
  onSaved: (saved: SitePlan) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { row } = props;
  const { plain, named } = useFieldWords();
  const dialog = useEntityForm<Values, SitePlan>({
    path: sitePlanEntity.path,
    row,
    fields: [
      plain('name', t('common.name')),
      named('org', t('zones.zone'), 'partition'),
      plain('floor', t('sitePlan.floor')),
    ],
    onSaved: (saved) => {
      props.onSaved(saved);
    },
  });
  return (
    <FormDialog<Values, Values>
      {...dialog}
      title={row === null ? t('sitePlan.new') : t('schedule.editTitle', { name: row.name })}
      schema={schema}
      defaults={row ?? { name: '', floor: 0, ...(props.org === undefined ? {} : { org: props.org }) }}
      onClose={props.onClose}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="name" label={t('common.name')} required />
          <EntityField
            control={control}
            name="org"
            label={t('zones.zone')}
            path="partition"
            placeholder=""
            required
          />
          <NumberField
            control={control}
            name="floor"
            label={t('sitePlan.floor')}
            hint={t('sitePlan.floorHint')}
            min={-20}
            max={200}
          />
        </>
      )}
    </FormDialog>
  );
}
