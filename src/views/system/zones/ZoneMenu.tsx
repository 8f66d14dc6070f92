import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { ZoneCommand } from './useZoneCommands.ts';

/** Menu of the commands of a zone, beside the filter of the tree. */
export function ZoneMenu(props: {
  commands: readonly ZoneCommand[];
  onPress: (key: ZoneCommand['key']) => void;
}) {
  const { t } = useTranslation();
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="subtle"
          icon={<MoreHorizontalRegular />}
          aria-label={t('zones.actions')}
          title={t('zones.actions')}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {props.commands.map(({ key, label, disabled }) => (
            <MenuItem
              key={key}
              disabled={disabled !== undefined}
              {...(disabled === undefined ? {} : { title: disabled })}
              onClick={() => props.onPress(key)}
            >
              {label}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
