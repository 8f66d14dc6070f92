import {
  Button,
  makeStyles,
  mergeClasses,
  Popover,
  PopoverSurface,
  PopoverTrigger,
} from '@fluentui/react-components';
import type { HTMLAttributes, ReactElement, ReactNode } from 'react';
import { useBarKeyStyles } from '../shared/frame/barKey.ts';
import { tokens, vh, vw } from '../theme/tokens.ts';

const edges = (color: string) => ({
  borderTopColor: color,
  borderRightColor: color,
  borderBottomColor: color,
  borderLeftColor: color,
});
const useStyles = makeStyles({
  chip: {
    height: '24px',
    minWidth: 0,
    maxWidth: '100%',
    padding: '0 10px',
    '@container (max-width: 180px)': { padding: '0 6px' },
    justifyContent: 'flex-start',
    '& svg': { flexShrink: 0 },
    gap: '2px',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightRegular,
    whiteSpace: 'nowrap',
    border: '1px solid transparent',
    '& b': { fontWeight: tokens.fontWeightSemibold },
  },
  quiet: { color: tokens.colorNeutralForeground3, backgroundColor: 'transparent' },
  some: {
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    ...edges(tokens.colorNeutralStroke1),
  },
  fault: {
    color: tokens.tocsinFaultText,
    backgroundColor: tokens.tocsinFaultTint,
    ...edges(tokens.tocsinFaultStroke),
    ':hover': { color: tokens.tocsinFaultText, backgroundColor: tokens.tocsinFaultTint },
    ':hover:active': { color: tokens.tocsinFaultText, backgroundColor: tokens.tocsinFaultTint },
  },
  face: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  aside: {
    '@container (max-width: 140px)': { display: 'none' },
    minWidth: 0,
    // It is cut before the figure.
    flexShrink: 1000,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    marginLeft: '4px',
    paddingLeft: '8px',
    borderLeft: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  asideFault: { fontWeight: tokens.fontWeightSemibold, ...edges(tokens.tocsinFaultStroke) },
  asideGrey: { color: tokens.colorNeutralForeground3 },
  surface: { boxSizing: 'border-box', width: `min(460px, ${vw(100)})`, padding: '12px 16px' },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', marginBottom: '8px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: { margin: 0, padding: 0, listStyle: 'none', maxHeight: vh(60), overflowY: 'auto' },
});

/** Figure of the top bar whose list opens by one press on every screen. */
export function ChipPopover(props: {
  testId: string;
  /** Word below the icon, in the bar of a phone; the face is then the figure beside the icon. */
  barWord?: string | undefined;
  /** Grey at zero, otherwise the tone of what it counts. */
  tone: 'quiet' | 'some' | 'fault';
  icon: ReactElement;
  /**
   * Content of the chip; `aside` behind a rule. `label`: accessible name, where the content alone is unclear.
   */
  face: ReactNode;
  aside?: string | undefined;
  label?: string | undefined;
  /** The whole content as text, for a place where it is cut. */
  tooltip: string;
  /** Title of the list, with the actions on all of it. */
  title: string;
  actions?: ReactNode;
  /** Text in place of rows. */
  empty: string | undefined;
  /** Props of the list element. */
  listProps?: HTMLAttributes<HTMLUListElement>;
  /** Rows: `li`. */
  children: ReactNode;
}) {
  const s = useStyles();
  const k = useBarKeyStyles();
  const { tone, label, barWord } = props;
  return (
    <Popover positioning={barWord === undefined ? 'below-start' : 'above'} trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        {barWord !== undefined ? (
          <button
            type="button"
            className={mergeClasses(k.key, tone === 'some' && k.some, tone === 'fault' && k.fault)}
            data-testid={props.testId}
            title={props.tooltip}
            aria-label={`${barWord}: ${props.tooltip}`}
          >
            <span className={k.top}>
              {props.icon}
              {props.face}
            </span>
            {barWord}
          </button>
        ) : (
          <Button
            className={mergeClasses(s.chip, s[tone])}
            data-testid={props.testId}
            icon={props.icon}
            title={props.tooltip}
            {...(label === undefined ? {} : { 'aria-label': label })}
          >
            <span className={s.face}>{props.face}</span>
            {props.aside !== undefined && (
              <span className={mergeClasses(s.aside, tone === 'fault' ? s.asideFault : s.asideGrey)}>
                {props.aside}
              </span>
            )}
          </Button>
        )}
      </PopoverTrigger>
      <PopoverSurface className={s.surface}>
        <div className={s.head}>
          <h2 className={s.title}>{props.title}</h2>
          {props.actions}
        </div>
        {props.empty !== undefined && <span>{props.empty}</span>}
        <ul className={s.list} {...props.listProps}>
          {props.children}
        </ul>
      </PopoverSurface>
    </Popover>
  );
}
