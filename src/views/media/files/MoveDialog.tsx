import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { FileGroupLive } from '../../../../contract/entities/sound/file.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { SelectField } from '../../kit/form/fields.tsx';
import { useOwner } from '../../shared/media/useOwner.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({ hint: { margin: 0, color: tokens.colorNeutralForeground3 } });

/** 0 is "no group": a field must have a value. */
const chosenGroup = z.object({ group: z.number().int() });

/** Dialog for the group into which the ticked items are moved (`onMove`), or that takes them in as well (`onJoin`). */
export function MoveDialog(props: {
  title: string;
  groups: readonly FileGroupLive[];
  action:
    | { onMove: (group: number | null) => Promise<unknown> }
    | { onJoin: (group: number) => Promise<unknown> };
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const owner = useOwner();
  const { action } = props;
  const isMove = 'onMove' in action;
  const options = [
    ...props.groups.map((group) => ({
      value: group.id,
      label: group.name,
      reason: owner.groupReason(group),
    })),
    ...(isMove ? [{ value: 0, label: t('file.noGroup'), reason: undefined }] : []),
  ];
  return (
    <FormDialog
      title={props.title}
      schema={chosenGroup}
      defaults={{ group: options.find(({ reason }) => reason === undefined)?.value ?? 0 }}
      submitLabel={t(isMove ? 'common.move' : 'common.add')}
      onSubmit={({ group }) =>
        'onMove' in action ? action.onMove(group === 0 ? null : group) : action.onJoin(group)
      }
      saved="elsewhere"
      onClose={props.onClose}
    >
      {({ control }) => (
        <>
          <SelectField control={control} name="group" label={t('file.group')} options={options} />
          <p className={s.hint}>{t(isMove ? 'file.moveHint' : 'file.joinHint')}</p>
        </>
      )}
    </FormDialog>
  );
}
