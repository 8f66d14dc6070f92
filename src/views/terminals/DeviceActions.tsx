import { GroupListRegular, PlayRegular, StopRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceLive } from '../../../contract/entities/device.ts';
import { type BatchAction, SelectionBar } from '../kit/toolbar/SelectionBar.tsx';
import { StartTaskDialog } from '../tasks/StartTaskDialog.tsx';
import { GroupAddDialog } from './GroupAddDialog.tsx';
import { type TerminalActionsProps, useTerminalActions } from './useTerminalActions.tsx';

/** Shown as icons where the bar is narrow. */
const brief = new Set(['identify', 'group', 'template', 'export']);

/** What can be done with the chosen sound terminals (look: 02); each leaves a result per terminal. */
export function DeviceActions(props: TerminalActionsProps<DeviceLive>) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'start' | 'group' | null>(null);
  const { ids } = props;
  const { shared, details, dialogs, needs, perform } = useTerminalActions(props, {
    kind: 'device',
    operate: 'operate_device',
    consequence: t('devices.removeConsequence'),
  });
  const open = (which: typeof dialog) => async () => setDialog(which);
  const close = () => setDialog(null);
  const actions: BatchAction[] = [
    {
      key: 'play',
      label: t('devices.startBroadcast'),
      icon: <PlayRegular />,
      disabled: needs('operate_real_time_task'),
      opens: true,
      onPress: open('start'),
    },
    {
      key: 'stop',
      label: t('devices.stopPlaying'),
      icon: <StopRegular />,
      always: true,
      disabled: needs('operate_real_time_task'),
      onPress: () => perform('stop', t('devices.stopPlaying')),
    },
    shared.volume,
    shared.restart,
    shared.identify,
    shared.zone,
    {
      key: 'group',
      label: t('devices.toGroup'),
      icon: <GroupListRegular />,
      disabled: needs('list_device_group') ?? needs('edit_device_group'),
      opens: true,
      onPress: open('group'),
    },
    shared.template,
    shared.export,
    shared.remove,
    ...details,
  ];
  const barActions = actions.map((one) => ({ ...one, brief: brief.has(one.key) }));
  return (
    <>
      <SelectionBar count={ids.length} actions={barActions} onClear={props.onClear} />
      <StartTaskDialog open={dialog === 'start'} preset={{ devices: ids }} onClose={close} />
      {dialog === 'group' && <GroupAddDialog ids={ids} onClose={close} />}
      {dialogs}
    </>
  );
}
