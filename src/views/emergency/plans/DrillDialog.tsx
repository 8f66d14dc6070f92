import { makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { errorCode } from '../../../../contract/api/errors.ts';
import {
  type AlarmPlanLive,
  type StartAlarm,
  startAlarm,
} from '../../../../contract/entities/tasks/alarmPlan.ts';
import { ApiError } from '../../../api/error.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { TextAreaField } from '../../kit/form/fields.tsx';
import { setTargets } from '../../shared/targets/setTargets.ts';
import { TargetPicker } from '../../shared/targets/TargetPicker.tsx';
import { tokens, vh } from '../../theme/tokens.ts';
import { useDrill } from './useDrill.ts';

/** Input and output types are equal: the form fills every field. */
const schema = startAlarm as unknown as z.ZodType<StartAlarm, StartAlarm>;

const useStyles = makeStyles({
  hint: { color: tokens.colorNeutralForeground3, margin: '0 0 8px 32px' },
  picker: { height: `min(${vh(40)}, 480px)`, margin: '8px 0' },
});

/**
 * Dialog that starts a plan as a drill: silently, or at chosen terminals only. `onStarted` gets the id of its
 * alarm.
 */
export function DrillDialog(props: {
  plan: AlarmPlanLive;
  onStarted: (alarm: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { plan } = props;
  const start = useDrill(plan);
  return (
    <FormDialog
      title={t('alarmPlan.drillTitle', { name: plan.name })}
      schema={schema}
      defaults={{ drill: 'silent', devices: [], orgs: [], groups: [], desc: '' }}
      submitLabel={t('alarmPlan.drillStart')}
      saved={() => t('alarmPlan.drillStarted', { name: plan.name })}
      width={720}
      onSubmit={async (values) => {
        const chosen = values.drill === 'chosen';
        const noTargets = { devices: [], orgs: [], groups: [] };
        const started = await start({ ...values, ...(chosen ? {} : noTargets) });
        if (started === null) throw new ApiError({ code: errorCode.refused, message: t('alarm.underWay') });
        props.onStarted(started.alarm_id);
      }}
      onClose={props.onClose}
    >
      {(form) => (
        <>
          <Where form={form} />
          <TextAreaField control={form.control} name="desc" label={t('common.description')} rows={2} />
        </>
      )}
    </FormDialog>
  );
}

function Where({ form }: { form: UseFormReturn<StartAlarm, unknown, StartAlarm> }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { control, formState } = form;
  const [drill, devices, orgs, groups] = useWatch({
    control,
    name: ['drill', 'devices', 'orgs', 'groups'],
  });
  return (
    <>
      <RadioGroup
        aria-label={t('alarmPlan.drillHow')}
        value={drill}
        onChange={(_, data) => form.setValue('drill', data.value as 'silent' | 'chosen')}
      >
        <Radio value="silent" label={t('codes.drillMode.silent')} />
        <p className={s.hint}>{t('alarmPlan.silentHint')}</p>
        <Radio value="chosen" label={t('codes.drillMode.chosen')} />
        <p className={s.hint}>{t('alarmPlan.chosenHint')}</p>
      </RadioGroup>
      {drill === 'chosen' && (
        <div className={s.picker}>
          <TargetPicker
            targets={{ devices, orgs, groups }}
            onChange={(next) => setTargets(form, next)}
            error={formState.errors.devices?.message}
          />
        </div>
      )}
    </>
  );
}
