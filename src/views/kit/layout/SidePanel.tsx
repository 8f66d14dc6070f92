import { Button, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { phoneScreen } from '../../theme/phone.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '352px',
    minHeight: 0,
    boxSizing: 'border-box',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
    // It covers the list, which has no room beside it.
    [phoneScreen]: { position: 'absolute', inset: 0, zIndex: 4, width: 'auto', borderLeft: 'none' },
  },
  head: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    padding: '12px 8px 8px 16px',
    flexShrink: 0,
  },
  names: { flexGrow: 1, minWidth: 0 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  caption: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Returns the focus to the element that had it before the panel was opened. */
const restoreFocus = (element: Element | null) => {
  if (element instanceof HTMLElement && element.isConnected) element.focus();
};

/** Side panel beside a list, 352 px wide; on a phone above it. Its button or Escape closes it. */
export function SidePanel(props: {
  /** Accessible name. */
  label: string;
  title: string | undefined;
  /** Below the title. */
  caption?: ReactNode;
  /** Right of the title: state and further buttons. */
  head?: ReactNode;
  testId: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [opener] = useState(() => document.activeElement);
  const close = () => {
    props.onClose();
    restoreFocus(opener);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    // Menus and dialogs are rendered outside the panel, and fields use Escape themselves.
    if (event.key !== 'Escape' || event.defaultPrevented || target instanceof HTMLInputElement) return;
    if (target instanceof Node && event.currentTarget.contains(target)) close();
  };
  return (
    <aside className={s.root} aria-label={props.label} data-testid={props.testId} onKeyDown={onKeyDown}>
      <div className={s.head}>
        <div className={s.names}>
          {props.title !== undefined && <h2 className={s.title}>{props.title}</h2>}
          {props.caption && <div className={s.caption}>{props.caption}</div>}
        </div>
        {props.head}
        <Button
          appearance="subtle"
          size="small"
          icon={<DismissRegular />}
          aria-label={t('common.close')}
          title={t('common.close')}
          onClick={close}
        />
      </div>
      {props.children}
    </aside>
  );
}
