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
import { useTranslation } from 'react-i18next';

interface TabEntry {
  path: string;
  name: string;
  open: () => void;
}

/** Menu of the tabs that have no room; absent while all have. */
export function MoreTabs(props: { tabs: readonly TabEntry[] }) {
  const { t } = useTranslation();
  const { ref, overflowCount, isOverflowing } = useOverflowMenu<HTMLLIElement>();
  if (!isOverflowing) return null;
  const name = t('shell.moreTabs', { n: overflowCount });
  return (
    <li ref={ref}>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="transparent"
            icon={<MoreHorizontalRegular />}
            aria-label={name}
            title={name}
            data-testid="more-tabs"
          >
            {overflowCount}
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {props.tabs.map((tab) => (
              <HiddenTab key={tab.path} tab={tab} />
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
    </li>
  );
}

function HiddenTab({ tab }: { tab: TabEntry }) {
  const isVisible = useIsOverflowItemVisible(tab.path);
  return isVisible ? null : <MenuItem onClick={tab.open}>{tab.name}</MenuItem>;
}
