import { Button, Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';

/** Filter by one field: `Role: all ▾`. `value` undefined means all. */
export function FilterMenu(props: {
  label: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const chosen = props.options.find((option) => option.value === props.value);
  return (
    <Menu
      checkedValues={{ filter: [props.value ?? ''] }}
      onCheckedValueChange={(_, data) => props.onChange(data.checkedItems[0] || undefined)}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button size="small" icon={<ChevronDownRegular />} iconPosition="after">
          {t('kit.filterLabel', { label: props.label, value: chosen?.label ?? t('kit.allValues') })}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItemRadio name="filter" value="">
            {t('kit.allValues')}
          </MenuItemRadio>
          {props.options.map((option) => (
            <MenuItemRadio key={option.value} name="filter" value={option.value}>
              {option.label}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
