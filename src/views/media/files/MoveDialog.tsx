import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { FileGroupLive } from '../../../../contract/entities/sound/file.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { SelectField } from '../../kit/form/fields.tsx';
import { useOwner } from '../../shared/media/useOwner.ts';

/** 0 is "no group": a field must have a value. */
const chosenGroup = z.object({ group: z.number().int() });

/** Dialog for the group into which the ticked items are moved. */
export function MoveDialog(props: {
  title: string;
  groups: readonly FileGroupLive[];
  onMove: (group: number | null) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const owner = useOwner();
  const options = [
    ...props.groups.map((group) => ({
      value: group.id,
      label: group.name,
      reason: owner.groupReason(group),
    })),
    { value: 0, label: t('file.noGroup'), reason: undefined },
  ];
  return (
    <FormDialog
      title={props.title}
      schema={chosenGroup}
      defaults={{ group: options.find(({ reason }) => reason === undefined)?.value ?? 0 }}
      submitLabel={t('common.move')}
      onSubmit={({ group }) => props.onMove(group === 0 ? null : group)}
      onClose={props.onClose}
    >
      {({ control }) => (
        <SelectField control={control} name="group" label={t('file.group')} options={options} />
      )}
    </FormDialog>
  );
}
