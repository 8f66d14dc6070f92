import {
  BeakerDismissRegular,
  BeakerRegular,
  FlashRegular,
  LockClosedRegular,
  PowerRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import type { IoAction } from './ioCalls.ts';
import { lineText } from './ioView.ts';
import type { IoActions } from './useIoActions.tsx';

const icons: Record<IoAction, ReactElement> = {
  pulse: <FlashRegular />,
  hold: <LockClosedRegular />,
  off: <PowerRegular />,
  test_on: <BeakerRegular />,
  test_off: <BeakerDismissRegular />,
};

/** Buttons of one line; `brief`: icons only, for long lists. */
export function LineButtons(props: { row: IoLive; actions: IoActions; brief?: boolean }) {
  const { t } = useTranslation();
  const { row, actions, brief = false } = props;
  const offered: IoAction[] =
    row.direction === 'output'
      ? ['pulse', 'hold', 'off']
      : row.kind === 'capturer'
        ? []
        : [row.test ? 'test_off' : 'test_on'];
  const press = async (action: IoAction) => {
    if (action === 'pulse') actions.pulse([row]);
    else if (action === 'test_on') actions.test([row]);
    else await actions.run(action, [row]);
  };
  return offered.map((action) => {
    const label = t(`io.action.${action}`);
    const name = t('schedule.actionOf', { action: label, name: lineText(row, t) });
    return (
      <BusyButton
        key={action}
        size="small"
        icon={icons[action]}
        reason={actions.reason(row, action)}
        opens={action === 'pulse' || action === 'test_on'}
        always={action === 'off'}
        onPress={() => press(action)}
        {...(brief ? { appearance: 'subtle', title: name, 'aria-label': name } : { children: label })}
      />
    );
  });
}
