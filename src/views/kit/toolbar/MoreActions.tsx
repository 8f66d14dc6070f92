import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  useIsOverflowItemVisible,
  useOverflowMenu,
} from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { type BusyPress, useBusyPress } from '../action/useBusyPress.ts';

/** An action that a bar or its menu shows. `disabled` is the reason why it is disabled. */
export interface BarAction extends Omit<BusyPress, 'reason' | 'operation'> {
  key: string;
  label: string;
  icon: ReactElement;
  disabled?: string | undefined;
}

/** Menu of the actions that have no room in their bar; absent while all have. */
export function MoreActions(props: { actions: readonly BarAction[] }) {
  const { t } = useTranslation();
  const { ref, overflowCount, isOverflowing } = useOverflowMenu<HTMLSpanElement>();
  if (!isOverflowing) return null;
  const name = t('kit.moreActions', { n: overflowCount });
  return (
    <span ref={ref}>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="subtle"
            size="small"
            icon={<MoreHorizontalRegular />}
            aria-label={name}
            title={name}
            data-testid="more-actions"
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {props.actions.map((action) => (
              <HiddenAction key={action.key} action={action} />
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
    </span>
  );
}

function HiddenAction({ action }: { action: BarAction }) {
  const isVisible = useIsOverflowItemVisible(action.key);
  const { held, press } = useBusyPress({ ...action, reason: action.disabled });
  if (isVisible) return null;
  return (
    <MenuItem
      icon={action.icon}
      disabled={held !== undefined}
      {...(held === undefined ? {} : { title: held })}
      onClick={() => void press()}
    >
      {action.label}
    </MenuItem>
  );
}
