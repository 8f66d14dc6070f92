import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Glyph } from '../../kit/status/Glyph.tsx';
import type { GlyphName } from '../../kit/status/glyphs.ts';
import { tokens } from '../../theme/tokens.ts';

const dot = 24;

const useStyles = makeStyles({
  root: { margin: 0, padding: 0, listStyle: 'none' },
  stage: {
    display: 'grid',
    gridTemplateColumns: `64px ${dot}px minmax(0, 1fr)`,
    columnGap: '12px',
  },
  time: {
    paddingTop: '3px',
    textAlign: 'right',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '18px',
    color: tokens.colorNeutralForeground2,
    fontWeight: tokens.fontWeightSemibold,
  },
  /** Connecting line from one stage to the next. */
  rail: {
    position: 'relative',
    '::before': {
      content: '""',
      position: 'absolute',
      top: 0,
      bottom: 0,
      left: `${dot / 2 - 1}px`,
      width: '2px',
      backgroundColor: tokens.colorNeutralStroke1,
    },
  },
  first: { '::before': { top: `${dot / 2}px` } },
  last: { '::before': { bottom: 'auto', height: `${dot / 2}px` } },
  dot: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: `${dot}px`,
    height: `${dot}px`,
    boxSizing: 'border-box',
    border: `2px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  /** A stage with sound. */
  loud: {
    border: `2px solid ${tokens.colorNeutralForeground1}`,
    backgroundColor: tokens.colorNeutralForeground1,
    color: tokens.colorNeutralBackground1,
  },
  body: { minWidth: 0, paddingBottom: '20px' },
  lastBody: { paddingBottom: 0 },
  title: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: `${dot}px`,
    margin: '0 0 4px',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    '& > span': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
  },
});

/** Lists the stages of an alarm from its trigger to its reset, each with its time at the left. */
export function Sequence(props: { label: string; children: ReactNode }) {
  const s = useStyles();
  return (
    <ol className={s.root} aria-label={props.label}>
      {props.children}
    </ol>
  );
}

/** One stage. `mark`: its number if it has sound, else a glyph. */
export function Stage(props: {
  time: string;
  mark: number | GlyphName;
  title: ReactNode;
  end?: 'first' | 'last';
  children?: ReactNode;
}) {
  const s = useStyles();
  const { mark, end } = props;
  return (
    <li className={s.stage} data-stage={mark}>
      <div className={s.time}>{props.time}</div>
      <div className={mergeClasses(s.rail, end === 'first' && s.first, end === 'last' && s.last)}>
        <div className={mergeClasses(s.dot, typeof mark === 'number' && s.loud)} aria-hidden="true">
          {typeof mark === 'number' ? mark : <Glyph name={mark} size={14} />}
        </div>
      </div>
      <div className={mergeClasses(s.body, end === 'last' && s.lastBody)}>
        <h4 className={s.title}>{props.title}</h4>
        {props.children}
      </div>
    </li>
  );
}
