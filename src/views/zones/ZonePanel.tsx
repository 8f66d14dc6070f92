import {
  Button,
  Input,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import { MoreHorizontalRegular, SearchRegular } from '@fluentui/react-icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../kit/EmptyState.tsx';
import { LoadingRows } from '../kit/LoadingRows.tsx';
import { tokens } from '../theme/tokens.ts';
import { ZoneTreeView, type ZoneTreeViewProps } from './ZoneTreeView.tsx';
import type { ZoneTree } from './zoneTree.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    backgroundColor: tokens.colorNeutralBackground2,
  },
  tools: { display: 'flex', alignItems: 'center', gap: '4px', height: '40px', padding: '0 8px 0 12px' },
  field: { flexGrow: 1, minWidth: 0 },
  body: { flexGrow: 1, minHeight: 0 },
});

/** An entry of the panel's menu. */
export interface ZoneCommand {
  key: string;
  label: string;
  /** Why it cannot be done now. */
  disabled?: string | undefined;
  onPress: () => void;
}

/** The zone tree as a left panel: filter, what can be done, the tree with its counts (look: 02). */
export function ZonePanel(
  props: Omit<ZoneTreeViewProps, 'tree' | 'filter' | 'label' | 'counts'> & {
    tree: ZoneTree | undefined;
    commands: readonly ZoneCommand[];
    /** Beside the filter, before the menu. */
    tools?: ReactNode;
  },
) {
  const s = useStyles();
  const { t } = useTranslation();
  const { tree, commands, tools, ...view } = props;
  const [text, setText] = useState('');
  return (
    <nav className={s.root} aria-label={t('zones.title')}>
      <div className={s.tools}>
        <Input
          className={s.field}
          size="small"
          type="search"
          contentBefore={<SearchRegular />}
          placeholder={t('zones.filter')}
          aria-label={t('zones.filter')}
          value={text}
          onChange={(_, data) => setText(data.value)}
        />
        {tools}
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
              {commands.map((one) => (
                <MenuItem
                  key={one.key}
                  disabled={one.disabled !== undefined}
                  {...(one.disabled === undefined ? {} : { title: one.disabled })}
                  onClick={one.onPress}
                >
                  {one.label}
                </MenuItem>
              ))}
            </MenuList>
          </MenuPopover>
        </Menu>
      </div>
      <div className={s.body}>
        {tree === undefined && <LoadingRows rows={6} />}
        {tree !== undefined && tree.size === 0 && (
          <EmptyState title={t('zones.noneTitle')} why={t('zones.noneWhy')} />
        )}
        {tree !== undefined && tree.size > 0 && (
          <ZoneTreeView {...view} tree={tree} filter={text} label={t('zones.title')} counts />
        )}
      </div>
    </nav>
  );
}
