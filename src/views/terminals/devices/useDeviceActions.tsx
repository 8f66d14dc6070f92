import { MicRegular, PlayRegular, StopRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import { usePermission } from '../../app/AppContext.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { StartTaskDialog } from '../../shared/startTask/StartTaskDialog.tsx';
import { useOfferTargets } from '../../shared/talk/ChosenTargets.tsx';
import { TalkDialog } from '../../shared/talk/TalkDialog.tsx';
import { type TerminalActionsProps, useTerminalActions } from './useTerminalActions.tsx';

/** Actions shown as icons where the bar is narrow. */
const brief = new Set(['identify', 'group', 'template', 'server', 'remote', 'export']);

/** Actions on the selected sound terminals, each with a result per terminal, and their dialogs. */
export function useDeviceActions(props: TerminalActionsProps<DeviceLive>) {
  const { t } = useTranslation();
  /** The terminals of the open dialog: those that were selected when it was opened. */
  const [open, setOpen] = useState<{ dialog: 'play' | 'speak'; devices: number[] } | null>(null);
  const close = () => setOpen(null);
  const { ids } = props;
  useOfferTargets(ids.length > 0 ? { devices: ids } : null);
  const may = usePermission();
  const { shared, upgrade, administration, details, dialogs, rows, needs, perform } = useTerminalActions(
    props,
    {
      kind: 'device',
      operate: 'operate_device',
      consequence: t('devices.removeConsequence'),
    },
  );
  const show = (dialog: 'play' | 'speak') => setOpen({ dialog, devices: rows().map(({ id }) => id) });
  const actions: BatchAction[] = [
    {
      key: 'play',
      label: t('devices.startBroadcast'),
      icon: <PlayRegular />,
      disabled: needs('operate_real_time_task'),
      opens: true,
      onPress: async () => show('play'),
    },
    {
      key: 'speak',
      label: t('talk.speak'),
      icon: <MicRegular />,
      disabled: may(['caster_broadcast', 'emergency_broadcast']) ? undefined : t('kit.noRight'),
      opens: true,
      onPress: async () => show('speak'),
    },
    {
      key: 'stop',
      label: t('devices.stopPlaying'),
      icon: <StopRegular />,
      always: true,
      disabled: needs('operate_real_time_task'),
      onPress: () => perform(rows(), 'stop', t('devices.stopPlaying')),
    },
    shared.volume,
    shared.restart,
    ...upgrade,
    shared.identify,
    shared.zone,
    shared.group,
    shared.template,
    ...administration,
    shared.export,
    shared.remove,
    ...details,
  ];
  return {
    actions: actions.map((one) => ({ ...one, brief: brief.has(one.key) })),
    dialogs: (
      <>
        <StartTaskDialog
          open={open?.dialog === 'play'}
          preset={open === null ? undefined : { devices: open.devices }}
          onClose={close}
        />
        {open?.dialog === 'speak' && <TalkDialog targets={{ devices: open.devices }} onClose={close} />}
        {dialogs}
      </>
    ),
  };
}
