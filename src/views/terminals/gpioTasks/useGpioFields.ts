import { useTranslation } from 'react-i18next';
import type { GpioOutput } from '../../../../contract/entities/tasks/gpioTask.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { SharedField } from '../../kit/form/merge.ts';
import { useFieldWords } from '../../kit/form/useFieldWords.ts';
import { outputsLine, panelName } from './gpioTaskView.ts';

/** Describes the fields of a GPIO task that two people may change at the same time. */
export function useGpioFields(): readonly SharedField[] {
  const { t } = useTranslation();
  const { streams } = useApp();
  const words = useFieldWords();
  const panelOf = streams.terminals.fire_control_device.get;
  const outputOf = (one: GpioOutput) => {
    const at = panelOf(one.fire_control_device);
    return `${panelName(at, one.fire_control_device)} ${outputsLine(one, at, t)}`;
  };
  return [
    words.plain('name', t('common.name')),
    { name: 'gpio_type', label: t('gpio.type'), text: (value) => t(`codes.gpioTaskType.${value}`) },
    words.named('org', t('zones.zone'), 'partition'),
    words.enabled('activated'),
    words.plain('desc', t('common.description')),
    words.named('fire_control_device', t('gpio.inputTerminal'), 'fire_control_device'),
    { ...words.plain('input_nums', t('fire.inputs')), isList: true },
    {
      name: 'outputs',
      label: t('fire.outputs'),
      text: (value) => outputOf(value as GpioOutput),
      isList: true,
    },
    words.named('scheduled_task', t('gpio.savedTask'), 'scheduled_task'),
  ];
}
