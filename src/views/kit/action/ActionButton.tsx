import type { BatchAction } from '../toolbar/SelectionBar.tsx';
import { BusyButton } from './BusyButton.tsx';

/** An action of the selection bar as a button, for side panels. */
export function ActionButton({ action }: { action: BatchAction }) {
  return (
    <BusyButton
      size="small"
      icon={action.icon}
      reason={action.disabled}
      always={action.always ?? false}
      reads={action.reads ?? false}
      opens={action.opens ?? false}
      onPress={action.onPress}
    >
      {action.label}
    </BusyButton>
  );
}
