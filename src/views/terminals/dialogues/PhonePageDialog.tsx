import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { phonePage } from '../../../../contract/entities/terminals/dialogue.ts';
import type { KindRow } from '../../../streams/kind.ts';
import { useApp } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { NumberField } from '../../kit/form/fields.tsx';
import { setTargets } from '../../shared/targets/setTargets.ts';
import { TargetPicker } from '../../shared/targets/TargetPicker.tsx';
import { vh } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  targets: { display: 'flex', flexDirection: 'column', height: `min(${vh(50)}, 420px)`, minHeight: '280px' },
});

const { orgs, groups, devices } = phonePage.shape.targets.shape;
const schema = z
  .object({ orgs, groups, devices, priority: phonePage.shape.priority })
  .refine((chosen) => chosen.orgs.length + chosen.groups.length + chosen.devices.length > 0, {
    path: ['devices'],
    error: 'rules.selectDevice',
  });

type Values = z.output<typeof schema>;

/** Dialog that rings a phone, whose user then speaks to the chosen targets. */
export function PhonePageDialog({ row, onClose }: { row: KindRow<'dialogue'>; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  return (
    <FormDialog<Values, Values>
      title={t('dialogue.pageTitle', { name: row.dev_name2 || row.name })}
      schema={schema as never}
      defaults={{ orgs: [], groups: [], devices: [], priority: 50 }}
      width={640}
      onSubmit={({ priority, ...targets }) =>
        api.post(`/v1/dialogue/${row.id}/page`, { targets, priority }, { quiet: true })
      }
      saved="elsewhere"
      onClose={onClose}
      submitLabel={t('dialogue.ringPhone')}
    >
      {(form) => (
        <>
          <p>{t('dialogue.pageWhy')}</p>
          <div className={s.targets}>
            <TargetPicker
              targets={form.watch()}
              onChange={(next) => setTargets(form, next)}
              error={form.formState.errors.devices?.message}
            />
          </div>
          <NumberField
            control={form.control}
            name="priority"
            label={t('task.priorityWins')}
            min={0}
            max={100}
          />
        </>
      )}
    </FormDialog>
  );
}
