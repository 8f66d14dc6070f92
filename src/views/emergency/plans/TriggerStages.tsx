import { Dropdown, makeStyles, Option, Switch } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toLanguage } from '../../../../contract/language.ts';
import { awayState } from '../../../streams/deviceState.ts';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { fieldErrorText } from '../../kit/form/errors.ts';
import { MessageField } from '../../kit/form/MessageField.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';
import { LinesField } from './LinesField.tsx';
import { inputLines } from './lines.ts';
import type { PlanFormReturn } from './planForm.ts';
import { Stage } from './Sequence.tsx';
import type { PlanParts } from './usePlanParts.ts';

const useStyles = makeStyles({
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, margin: '0 0 8px' },
  switch: { marginLeft: '-8px' },
  device: { maxWidth: '420px', marginBottom: '8px' },
  fault: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    color: tokens.tocsinFaultText,
    margin: '0 0 8px',
  },
});

/** Option value for "no fire terminal". */
const none = '0';

/** Edits the trigger of a plan: inputs of a fire terminal by name, and the delay of that terminal. */
export function TriggerStages({ form, parts }: { form: PlanFormReturn; parts: PlanParts }) {
  const s = useStyles();
  const { t, i18n } = useTranslation();
  const { control, setValue } = form;
  const [id, inputs, outputs, activated] = useWatch({
    control,
    name: ['fire_control_device', 'input_nums', 'output_nums', 'activated'],
  });
  const { devices } = parts;
  const device = devices?.find((one) => one.id === id);
  const isBehind = device?.online === false && awayState(device) === 'behind_relay';
  const error = fieldErrorText(form.formState.errors.fire_control_device?.message, toLanguage(i18n.language));
  const choose = (next: number | null) => {
    if (next === id) return;
    setValue('fire_control_device', next, { shouldDirty: true });
    // The inputs of one terminal mean nothing at another.
    if (inputs.length > 0) setValue('input_nums', [], { shouldDirty: true });
    if (outputs.length > 0) setValue('output_nums', [], { shouldDirty: true });
    form.clearErrors('fire_control_device');
  };
  return (
    <>
      <Stage time={t('alarmPlan.start')} mark="alarmOutline" end="first" title={t('alarmPlan.whenInputs')}>
        {devices?.length === 0 ? (
          <p className={s.hint}>
            {t('alarmPlan.noDevices')}{' '}
            <ScreenLink screen="menu_fire_control_device" without="nothing">
              {t('menu.menu_fire_control_device')}
            </ScreenLink>
          </p>
        ) : !parts.maySeeDevices ? (
          <p className={s.hint}>{t('alarmPlan.needsDevices')}</p>
        ) : (
          <MessageField className={s.device} error={error}>
            <Dropdown
              size="small"
              aria-label={t('alarmPlan.device')}
              value={id === null ? t('alarmPlan.byHandOnly') : (device?.name ?? `#${id}`)}
              selectedOptions={[String(id ?? none)]}
              onOptionSelect={(_, data) =>
                choose(data.optionValue === none ? null : Number(data.optionValue))
              }
            >
              <Option value={none}>{t('alarmPlan.byHandOnly')}</Option>
              {(devices ?? []).map((one) => (
                <Option key={one.id} value={String(one.id)} text={one.name}>
                  {one.name}
                </Option>
              ))}
            </Dropdown>
          </MessageField>
        )}
        {device !== undefined && (
          <>
            {!device.online && (
              <p className={isBehind ? s.hint : s.fault}>
                {!isBehind && <FaultGlyph />}
                {t(isBehind ? 'alarmPlan.deviceBehind' : 'alarmPlan.deviceOffline', {
                  name: device.name,
                  relay: device.reason.params.relay,
                })}
              </p>
            )}
            <LinesField
              label={t('fire.inputs')}
              lines={inputLines(device, inputs, t)}
              chosen={inputs}
              onChange={(nums) => setValue('input_nums', nums, { shouldDirty: true })}
            />
            <p className={s.hint}>
              {t(inputs.length === 0 ? 'alarmPlan.noInputsChosen' : 'alarmPlan.anyInput')}
            </p>
          </>
        )}
        <Switch
          className={s.switch}
          checked={activated}
          label={t('alarmPlan.activatedLong')}
          onChange={(_, data) => setValue('activated', data.checked, { shouldDirty: true })}
        />
      </Stage>
      {device !== undefined && inputs.length > 0 && (
        <Stage
          time=""
          mark="clock"
          title={
            device.delayTriggerTime === 0
              ? t('alarmPlan.noDelay')
              : t('alarmPlan.delay', { n: device.delayTriggerTime })
          }
        >
          <p className={s.hint}>
            {t('alarmPlan.delayHint', { name: device.name })}{' '}
            <ScreenLink
              screen="menu_fire_control_device"
              search={{ id: String(device.id) }}
              without="nothing"
            >
              {t('menu.menu_fire_control_device')}
            </ScreenLink>
          </p>
        </Stage>
      )}
    </>
  );
}
