import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import {
  AddRegular,
  ChevronDownRegular,
  ChevronRightRegular,
  MoreHorizontalRegular,
} from '@fluentui/react-icons';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupMember } from '../../../../contract/entities/terminals/group.ts';
import { TitledPanel } from '../../kit/layout/TitledPanel.tsx';
import { TransferMenu } from '../transfer/TransferMenu.tsx';
import { GroupDialogs, type GroupTask } from './GroupDialogs.tsx';
import { GroupList } from './GroupList.tsx';
import { useGroupStyles } from './groupStyles.ts';
import { groupWords } from './groupWords.ts';
import { useGroupCommands } from './useGroupCommands.ts';
import { useGroups } from './useGroups.ts';

/**
 * Groups of one kind below the zone tree, with their sizes, as a filter, and with their actions. `children`:
 * the tree above. Without the right to groups only the tree is shown.
 */
export function GroupPanel(props: GroupPanelProps) {
  const { t } = useTranslation();
  const title = panelTitles[props.kind ?? 'device'];
  if (title === undefined) return <Panel {...props} />;
  return (
    <TitledPanel title={t(title)}>
      <Panel {...props} />
    </TitledPanel>
  );
}

/** Titles of the panels of terminals. */
const panelTitles: Partial<Record<GroupMember, string>> = {
  device: 'panel.sound_devices',
  xtts: 'panel.tts_devices',
  dialogue: 'panel.dialogues',
  fire_control_device: 'panel.fire_devices_and_group',
};

interface GroupPanelProps {
  kind?: GroupMember;
  /** Id of the selected group, as in the address. */
  selected: string | undefined;
  onSelect: (id: number | undefined) => void;
  children: ReactNode;
}

function Panel(props: GroupPanelProps) {
  const s = useGroupStyles();
  const { t } = useTranslation();
  const id = useId();
  const { kind = 'device' } = props;
  const groups = useGroups(kind);
  const selected = groups?.find((group) => String(group.id) === props.selected);
  const { mayList, create, edit, commands } = useGroupCommands(kind, selected);
  const [isOpen, setOpen] = useState(true);
  const [task, setTask] = useState<GroupTask | null>(null);
  if (!mayList) return props.children;
  const Chevron = isOpen ? ChevronDownRegular : ChevronRightRegular;
  return (
    <div className={s.root}>
      <div className={s.tree}>{props.children}</div>
      <section className={s.panel} aria-labelledby={id}>
        <div className={s.head}>
          <Button
            className={s.title}
            size="small"
            appearance="transparent"
            icon={<Chevron fontSize={16} />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <span id={id}>{t(`groups.titles.${kind}`)}</span>
          </Button>
          <Button
            size="small"
            appearance="subtle"
            icon={<AddRegular />}
            aria-label={t('groups.create')}
            title={create ?? t('groups.create')}
            disabledFocusable={create !== undefined}
            onClick={() => setTask({ kind: 'create' })}
          />
          <TransferMenu kind={`${kind}_group`} label={t('transfer.groupMenu')} />
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <Button
                size="small"
                appearance="subtle"
                icon={<MoreHorizontalRegular />}
                aria-label={t('groups.actions')}
                title={t('groups.actions')}
              />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                {commands.map(({ key, label, disabled }) => (
                  <MenuItem
                    key={key}
                    disabled={disabled !== undefined}
                    {...(disabled === undefined ? {} : { title: disabled })}
                    onClick={() => selected !== undefined && setTask({ kind: key, group: selected })}
                  >
                    {label}
                  </MenuItem>
                ))}
              </MenuList>
            </MenuPopover>
          </Menu>
        </div>
        {isOpen && groups?.length === 0 && (
          <div className={s.none}>
            <div>{t('groups.noneTitle')}</div>
            <div>{t(groupWords(kind).none)}</div>
          </div>
        )}
        {isOpen && groups !== undefined && groups.length > 0 && (
          <GroupList
            labelledBy={id}
            groups={groups}
            selected={selected?.id}
            onSelect={props.onSelect}
            onOpen={(group) => {
              if (edit === undefined) setTask({ kind: 'edit', group });
            }}
          />
        )}
      </section>
      {task !== null && (
        <GroupDialogs
          kind={kind}
          task={task}
          onSaved={(group) => props.onSelect(group)}
          onDeleted={() => props.onSelect(undefined)}
          onClose={() => setTask(null)}
        />
      )}
    </div>
  );
}
