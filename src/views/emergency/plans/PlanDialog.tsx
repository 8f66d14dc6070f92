import { makeStyles } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type AlarmPlanLive, alarmPlanEntity } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { NumberField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { copyName } from '../../shared/groups/copyName.ts';
import type { GroupedForm } from '../../shared/groups/grouped.ts';
import { usePanelStyles } from '../../shared/targets/panelStyles.ts';
import { tokens, vh } from '../../theme/tokens.ts';
import { GeneralFields } from './GeneralFields.tsx';
import { PlanDryRun } from './PlanDryRun.tsx';
import { newPlan, type PlanFormReturn, type PlanValues, planSchema, planValues } from './planForm.ts';
import { Sequence, Stage } from './Sequence.tsx';
import { StepStages } from './StepStages.tsx';
import { TriggerStages } from './TriggerStages.tsx';
import { usePlanDryRun } from './usePlanDryRun.ts';
import { usePlanFields } from './usePlanFields.ts';
import { usePlanParts } from './usePlanParts.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 376px',
    gridTemplateRows: 'minmax(0, 1fr)',
    columnGap: '24px',
    height: `min(${vh(66)}, 960px)`,
    minHeight: '400px',
  },
  scroll: { overflowY: 'auto', paddingTop: '16px', paddingRight: '8px' },
  side: {
    overflowY: 'auto',
    padding: '0 16px 8px',
    backgroundColor: tokens.colorNeutralBackground2,
    borderRadius: tokens.borderRadiusLarge,
  },
  general: { paddingTop: '12px' },
  reset: { maxWidth: '240px' },
});

/**
 * Dialog that creates an alarm plan, also as a copy, or changes one. Its stages are in the order in which the
 * alarm will run.
 */
export function PlanDialog(props: { open: GroupedForm<AlarmPlanLive>; onClose: () => void }) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { criteria, change } = useCriteria();
  const { open } = props;
  const edited = open.kind === 'edit' ? open.row : null;
  const parts = usePlanParts();
  const dialog = useEntityForm<object, AlarmPlanLive>({
    path: alarmPlanEntity.path,
    row: edited,
    fields: usePlanFields(parts),
    onSaved({ id }) {
      change({ filters: { id: String(id) } });
    },
  });
  const defaults =
    open.kind === 'create'
      ? newPlan(Number(criteria.filters.org) || null)
      : { ...planValues(open.row), ...(open.kind === 'copy' ? { name: copyName(open.row.name, t) } : {}) };
  const name = open.kind === 'create' ? '' : open.row.name;
  return (
    <FormDialog
      {...dialog}
      title={t(`alarmPlan.titles.${open.kind}`, { name })}
      schema={planSchema}
      defaults={defaults}
      width={1400}
      onClose={props.onClose}
    >
      {(plain) => {
        const form = plain as PlanFormReturn;
        return (
          <div className={s.columns}>
            <div className={p.column}>
              <div className={p.heading}>
                <h3>{t('alarmPlan.sequence')}</h3>
                <span>{t('alarmPlan.sequenceHint')}</span>
              </div>
              <div className={s.scroll}>
                <Sequence label={t('alarmPlan.sequence')}>
                  <TriggerStages form={form} parts={parts} />
                  <StepStages form={form} parts={parts} />
                  <Stage time="" mark="checkmark" end="last" title={t('alarmPlan.resetStage')}>
                    <div className={s.reset}>
                      <NumberField
                        control={form.control}
                        name="reset_time"
                        label={t('alarmPlan.resetSeconds')}
                        hint={t('alarmPlan.resetHint')}
                        min={0}
                        max={86_400}
                      />
                    </div>
                  </Stage>
                </Sequence>
              </div>
            </div>
            <div className={s.side}>
              <div className={s.general}>
                <GeneralFields form={form} />
              </div>
              <div className={p.heading}>
                <h3>{t('task.dryRun')}</h3>
                <span>{t('alarmPlan.ifStartedNow')}</span>
              </div>
              <FormDryRun id={edited?.id ?? null} form={form} />
            </div>
          </div>
        );
      }}
    </FormDialog>
  );
}

function FormDryRun({ id, form }: { id: number | null; form: PlanFormReturn }) {
  const values = useWatch({ control: form.control }) as PlanValues;
  return <PlanDryRun state={usePlanDryRun(id, values)} />;
}
