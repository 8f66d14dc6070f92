import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import { target, tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexShrink: 0,
    gap: '4px',
    height: target(40),
    overflowX: 'auto',
    padding: '0 8px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    boxSizing: 'border-box',
    '& > a': {
      display: 'flex',
      alignItems: 'center',
      flexShrink: 0,
      padding: '0 8px',
      color: tokens.colorNeutralForeground2,
      textDecorationLine: 'none',
      borderBottom: '2px solid transparent',
      outlineOffset: '-4px',
    },
    '& > a:hover': { color: tokens.colorNeutralForeground1 },
    '& > a:focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  shown: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    borderBottomColor: `${tokens.colorCompoundBrandStroke} !important`,
  },
});

/** Tabs inside a screen, each with its own address, so that a link can open one. */
export function LinkTabs(props: {
  label: string;
  shown: string;
  tabs: readonly { key: string; label: string; to: string }[];
}) {
  const s = useStyles();
  if (props.tabs.length < 2) return null;
  return (
    <nav className={s.root} aria-label={props.label}>
      {props.tabs.map((tab) => (
        <Link
          key={tab.key}
          to={tab.to}
          aria-current={tab.key === props.shown ? 'page' : undefined}
          className={mergeClasses(tab.key === props.shown && s.shown)}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
