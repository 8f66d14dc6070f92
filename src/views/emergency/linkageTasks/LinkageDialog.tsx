import { makeStyles } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type LinkageTaskLive, linkageTaskEntity } from '../../../../contract/entities/tasks/linkageTask.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { copyName } from '../../shared/groups/copyName.ts';
import type { GroupedForm } from '../../shared/groups/grouped.ts';
import { setTargets } from '../../shared/targets/setTargets.ts';
import { TargetPicker } from '../../shared/targets/TargetPicker.tsx';
import { vh } from '../../theme/tokens.ts';
import { ElsewhereNote } from './ElsewhereNote.tsx';
import { LinkageHow } from './LinkageHow.tsx';
import { type LinkageFormReturn, LinkageSource } from './LinkageSource.tsx';
import { linkageSchema, linkageValues, newLinkageTask } from './linkageForm.ts';
import { useLinkageFields } from './useLinkageFields.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 11fr) minmax(0, 9fr) minmax(0, 7fr)',
    gridTemplateRows: 'minmax(0, 1fr)',
    columnGap: '24px',
    height: `min(${vh(64)}, 860px)`,
    minHeight: '400px',
  },
});

/** Dialog that creates a linkage task, also as a copy, or changes one. */
export function LinkageDialog(props: { open: GroupedForm<LinkageTaskLive>; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { criteria, change } = useCriteria();
  const { open } = props;
  const edited = open.kind === 'edit' ? open.row : null;
  const dialog = useEntityForm<object, LinkageTaskLive>({
    path: linkageTaskEntity.path,
    row: edited,
    fields: useLinkageFields(),
    onSaved({ id }) {
      change({ filters: { id: String(id) } });
    },
  });
  const defaults =
    open.kind === 'create'
      ? newLinkageTask(Number(criteria.filters.org) || null)
      : {
          ...linkageValues(open.row),
          ...(open.kind === 'copy' ? { name: copyName(open.row.name, t) } : {}),
        };
  const title = {
    create: t('linkage.createTitle'),
    copy: t('linkage.copyTitle', { name: edited?.name ?? (open.kind === 'copy' ? open.row.name : '') }),
    edit: t('linkage.editTitle', { name: edited?.name ?? '' }),
  }[open.kind];
  return (
    <FormDialog
      foot={dialog.foot}
      saved={dialog.saved}
      title={title}
      schema={linkageSchema}
      defaults={defaults}
      width={1720}
      onSubmit={(values, form) =>
        dialog.onSubmit(values, {
          setValue(name, value) {
            form.setValue(name as 'name', value as string);
            if (name === 'preset_text') form.setValue('textBy', value === null ? 'text' : 'preset');
          },
        })
      }
      onClose={props.onClose}
    >
      {(form) => (
        <>
          {edited !== null && <ElsewhereNote task={edited} />}
          <div className={s.columns}>
            <LinkageSource form={form as LinkageFormReturn} />
            <Where form={form as LinkageFormReturn} />
            <LinkageHow form={form as LinkageFormReturn} id={edited?.id ?? null} />
          </div>
        </>
      )}
    </FormDialog>
  );
}

function Where({ form }: { form: LinkageFormReturn }) {
  const [devices, orgs, groups] = useWatch({ control: form.control, name: ['devices', 'orgs', 'groups'] });
  return (
    <TargetPicker
      targets={{ devices, orgs, groups }}
      onChange={(next) => setTargets(form, next)}
      error={form.formState.errors.devices?.message}
    />
  );
}
