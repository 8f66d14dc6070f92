import { makeStyles } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { LIST_PX, lowWindow, target, tokens } from '../../theme/tokens.ts';

/** Height of the key that opens the left panel, px. */
const keyHeight = 28;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minHeight: 0,
    [lowWindow]: { minHeight: `${LIST_PX + keyHeight}px` },
  },
  panel: { flexGrow: 1, minHeight: 0, overflow: 'hidden', '&[hidden]': { display: 'none' } },
  key: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    minHeight: target(keyHeight),
    padding: '0 12px',
    border: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'start',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
});

/** Panels of a splitter in a narrow window: the left one opens over the other, until something is chosen in it. */
export function StackedPanels(props: { left: ReactNode; children: ReactNode }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { search } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen stands in the address
  useEffect(() => setOpen(false), [search]);
  return (
    <div className={s.root}>
      <button type="button" className={s.key} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
        {t('kit.showSide')}
      </button>
      {isOpen && <div className={s.panel}>{props.left}</div>}
      {/* Kept while it is covered: its rows, selection and scroll position stay. */}
      <div className={s.panel} hidden={isOpen}>
        {props.children}
      </div>
    </div>
  );
}
