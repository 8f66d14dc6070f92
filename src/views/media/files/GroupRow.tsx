import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { type DragEvent, type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameText } from '../../kit/layout/NameText.tsx';
import { draggedIds, draggedKind } from '../../shared/media/fileDrag.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    height: '28px',
    paddingRight: '4px',
    color: tokens.colorNeutralForeground1,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  chosen: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    fontWeight: tokens.fontWeightSemibold,
    '::before': {
      content: '""',
      position: 'absolute',
      left: 0,
      top: '6px',
      bottom: '6px',
      width: '3px',
      borderRadius: '2px',
      backgroundColor: tokens.colorCompoundBrandStroke,
    },
  },
  target: {
    backgroundColor: tokens.colorBrandBackground2,
    boxShadow: `inset 0 0 0 1px ${tokens.colorCompoundBrandStroke}`,
  },
  face: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexGrow: 1,
    minWidth: 0,
    height: '100%',
    padding: '0 4px 0 12px',
    border: 'none',
    font: 'inherit',
    color: 'inherit',
    textAlign: 'left',
    backgroundColor: 'transparent',
    cursor: 'pointer',
    outlineOffset: '-2px',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  name: { flexGrow: 1, flexBasis: 0, minWidth: 0, whiteSpace: 'nowrap' },
  count: { flexShrink: 0, color: tokens.colorNeutralForeground2 },
  more: { width: '24px', flexShrink: 0 },
});

export interface GroupCommand {
  key: string;
  label: string;
  icon: ReactElement;
  disabled?: boolean;
  /** Reason why it is disabled. */
  reason?: string | undefined;
  onPress: () => void;
}

/** Row of one group: name, number of files, and actions. */
export function GroupRow(props: {
  name: string;
  files: number;
  isChosen: boolean;
  onChoose: () => void;
  menu?: readonly GroupCommand[];
  onMove?: (ids: readonly number[]) => void;
  onUpload?: (files: readonly File[]) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [isTarget, setTarget] = useState(false);
  const takes = (event: DragEvent) => {
    const kind = draggedKind(event);
    return (kind === 'library' && props.onMove) || (kind === 'computer' && props.onUpload);
  };
  const onDragOver = (event: DragEvent) => {
    if (!takes(event)) return;
    event.preventDefault();
    event.stopPropagation();
    setTarget(true);
  };
  const onDrop = (event: DragEvent) => {
    setTarget(false);
    if (!takes(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (draggedKind(event) === 'library') props.onMove?.(draggedIds(event));
    else props.onUpload?.([...event.dataTransfer.files]);
  };
  const menu = props.menu ?? [];
  return (
    <li
      className={mergeClasses(s.root, props.isChosen && s.chosen, isTarget && s.target)}
      onDragOver={onDragOver}
      onDragLeave={() => setTarget(false)}
      onDrop={onDrop}
    >
      <button
        type="button"
        className={s.face}
        aria-current={props.isChosen ? 'true' : undefined}
        onClick={props.onChoose}
      >
        <span className={s.name}>
          <NameText name={props.name} />
        </span>
        <span className={s.count}>{props.files.toLocaleString('en-US')}</span>
      </button>
      <span className={s.more}>
        {menu.length > 0 && (
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <Button
                size="small"
                appearance="transparent"
                icon={<MoreHorizontalRegular />}
                aria-label={t('file.groupMenu', { name: props.name })}
                title={t('file.groupMenu', { name: props.name })}
              />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                {menu.map((one) => (
                  <MenuItem
                    key={one.key}
                    icon={one.icon}
                    disabled={(one.disabled ?? false) || one.reason !== undefined}
                    title={one.reason}
                    onClick={one.onPress}
                  >
                    {one.label}
                  </MenuItem>
                ))}
              </MenuList>
            </MenuPopover>
          </Menu>
        )}
      </span>
    </li>
  );
}
