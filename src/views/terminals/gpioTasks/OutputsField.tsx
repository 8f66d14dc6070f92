import { Button, makeStyles, Select } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { outputMode } from '../../../../contract/codes.ts';
import type { GpioOutput } from '../../../../contract/entities/tasks/gpioTask.ts';
import { EntityChoice } from '../../kit/form/EntityChoice.tsx';
import { FieldGroup } from '../../kit/form/FieldGroup.tsx';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { tokens } from '../../theme/tokens.ts';
import { outputText, panelName } from './gpioTaskView.ts';
import { LinePicker } from './LinePicker.tsx';
import { linesOf, usePanels } from './usePanels.ts';

const useStyles = makeStyles({
  item: {
    display: 'grid',
    gap: '8px',
    padding: '8px 0 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  row: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 120px 96px auto', gap: '8px' },
  seconds: { minWidth: 0, width: '100%' },
  add: { justifySelf: 'start', marginTop: '8px' },
});

/** Field for the outputs of a GPIO task: outputs per terminal, each held or pulsed for a time. */
export function OutputsField(props: {
  value: readonly GpioOutput[];
  onChange: (outputs: GpioOutput[]) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const panels = usePanels();
  const { value, onChange } = props;
  const set = (index: number, change: Partial<GpioOutput>) =>
    onChange(value.map((one, i) => (i === index ? { ...one, ...change } : one)));
  return (
    <FieldGroup label={t('fire.outputs')}>
      {value.map((one, i) => {
        const panel = panels.get(one.fire_control_device);
        const name = one.fire_control_device === 0 ? '' : panelName(panel, one.fire_control_device);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same terminal may stand twice, held and pulsed
          <div key={i} className={s.item} data-testid={`gpio-output-${i}`}>
            <div className={s.row}>
              <EntityChoice
                path="fire_control_device"
                aria-label={t('gpio.outputTerminal', { n: i + 1 })}
                value={one.fire_control_device === 0 ? null : one.fire_control_device}
                onChange={(id) => set(i, { fire_control_device: id ?? 0, output_nums: [] })}
                placeholder={t('gpio.chooseTerminal')}
              />
              <Select
                aria-label={t('gpio.mode', { name })}
                value={one.mode}
                onChange={(_, data) => set(i, { mode: data.value as GpioOutput['mode'] })}
              >
                {Object.values(outputMode).map((mode) => (
                  <option key={mode} value={mode}>
                    {t(`codes.outputMode.${mode}`)}
                  </option>
                ))}
              </Select>
              {one.mode === 'pulse' ? (
                <NumberInput
                  className={s.seconds}
                  aria-label={t('io.pulseSeconds')}
                  title={t('io.pulseSeconds')}
                  value={one.pulse_ms / 1000}
                  min={0.05}
                  max={600}
                  step={0.5}
                  onChange={(seconds) => {
                    if (seconds !== null && seconds > 0) set(i, { pulse_ms: Math.round(seconds * 1000) });
                  }}
                />
              ) : (
                <span />
              )}
              <Button
                appearance="subtle"
                icon={<DeleteRegular />}
                aria-label={t('gpio.removeOutputs', { name })}
                title={t('gpio.removeOutputs', { name })}
                onClick={() => onChange(value.filter((_, at) => at !== i))}
              />
            </div>
            {one.fire_control_device !== 0 && (
              <LinePicker
                label={t('gpio.outputsOf', { name })}
                lines={linesOf(panel, 'output')}
                value={one.output_nums}
                nameOf={(output) => outputText(panel, output, t)}
                none={t('gpio.noOutputs')}
                onChange={(output_nums) => set(i, { output_nums })}
              />
            )}
          </div>
        );
      })}
      <Button
        size="small"
        className={s.add}
        icon={<AddRegular />}
        onClick={() =>
          onChange([
            ...value,
            {
              fire_control_device: value.at(-1)?.fire_control_device ?? 0,
              output_nums: [],
              mode: 'hold',
              pulse_ms: 1000,
            },
          ])
        }
      >
        {t('gpio.addOutputs')}
      </Button>
    </FieldGroup>
  );
}
