import {
  Button,
  Divider,
  makeStyles,
  mergeClasses,
  Overflow,
  OverflowItem,
  Tooltip,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { target, tokens } from '../../theme/tokens.ts';
import { BatchResult } from '../action/BatchResult.tsx';
import { BusyButton } from '../action/BusyButton.tsx';
import type { BatchShown } from '../action/useBatch.ts';
import { FaultGlyph } from '../status/Glyph.tsx';
import { type BarAction, MoreActions } from './MoreActions.tsx';

const useStyles = makeStyles({
  place: {
    display: 'flex',
    alignItems: 'center',
    height: target(40),
    flexShrink: 0,
    minWidth: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  chosen: { backgroundColor: tokens.colorBrandBackground2 },
  hint: { padding: '0 12px' },
  done: { display: 'contents' },
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    height: '100%',
    flexGrow: 1,
    minWidth: 0,
    padding: '0 12px',
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase300,
    containerType: 'inline-size',
    '& > *': { flexShrink: 0 },
    '& b': { color: tokens.colorBrandForeground1 },
  },
  // Takes the room that is left: it must not follow the actions that are shown in it.
  actions: {
    display: 'flex',
    alignItems: 'center',
    flex: '1 1 0',
    minWidth: 0,
    overflow: 'hidden',
    height: '100%',
    '& > *': { flexShrink: 0 },
  },
  // Within its width: gaps are not measured.
  action: { display: 'flex', paddingRight: '4px' },
  brief: {
    // In a narrow bar these are icons; name and title stay.
    '@container (max-width: 1200px)': { minWidth: '32px', '& > span > span': { display: 'none' } },
  },
  divider: { flexGrow: 0, height: '20px' },
  reason: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    marginLeft: '4px',
    // Where it has no room in one line, it takes two.
    maxWidth: 'max(120px, 30%)',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '& > svg': { flexShrink: 0 },
  },
  words: {
    display: '-webkit-box',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
  },
});

/** An action on the selected rows. */
export interface BatchAction extends BarAction {
  /** Shown as an icon where the bar is narrow. */
  brief?: boolean;
}

interface Props {
  count: number;
  actions: readonly BatchAction[];
  onClear: () => void;
  /** Outcome of the last batch (`useBatch`). */
  outcome?: BatchShown;
  /** Last finished action (`NextSteps`), while nothing is ticked. */
  done?: ReactNode;
  /** The present view has no rows to tick. */
  off?: boolean;
}

/**
 * Bar with the actions on a selection, and their results. Its 40 px are reserved while nothing is selected: a
 * row must never move away under the pointer that has just ticked it.
 */
export function SelectionBar(props: Props) {
  const s = useStyles();
  const { t } = useTranslation();
  const { count, outcome, done } = props;
  const isChosen = count > 0;
  const shown = !isChosen && outcome === undefined && props.off !== true;
  return (
    <div className={mergeClasses(s.place, isChosen && s.chosen)}>
      {isChosen && <Chosen {...props} />}
      {shown && !done && <span className={s.hint}>{t('kit.tickHint')}</span>}
      {/* Always there: screen readers read what appears in it, but not a region that appears with its text. */}
      <div className={s.done} role="status">
        {shown && done}
      </div>
      {outcome !== undefined && <BatchResult {...outcome} brief={isChosen} />}
    </div>
  );
}

function Chosen(props: Props) {
  const s = useStyles();
  const { t } = useTranslation();
  const reasons = [...new Set(props.actions.flatMap((action) => action.disabled ?? []))];
  return (
    <div className={s.root} role="toolbar" aria-label={t('kit.selectionActions')} data-testid="selection-bar">
      <span>
        <Trans i18nKey="kit.selected" values={{ count: props.count }} components={{ b: <b /> }} />
      </span>
      <Tooltip content={t('kit.clearSelection')} relationship="label">
        <Button appearance="transparent" size="small" icon={<DismissRegular />} onClick={props.onClear} />
      </Tooltip>
      <Divider vertical className={s.divider} />
      {/* Widths are measured in whole px, which are too small by up to half a one for each action. */}
      <Overflow minimumVisible={0} padding={8}>
        <div className={s.actions}>
          {props.actions.map((action) => (
            // Those that are needed seldom leave first.
            <OverflowItem key={action.key} id={action.key} priority={action.brief === true ? 0 : 1}>
              <span className={s.action}>
                <BusyButton
                  appearance="subtle"
                  size="small"
                  icon={action.icon}
                  reason={action.disabled}
                  opens={action.opens ?? false}
                  reads={action.reads ?? false}
                  always={action.always ?? false}
                  onPress={action.onPress}
                  aria-label={action.label}
                  title={action.label}
                  {...(action.brief === true ? { className: s.brief } : {})}
                >
                  {action.brief === true ? <span>{action.label}</span> : action.label}
                </BusyButton>
              </span>
            </OverflowItem>
          ))}
          <MoreActions actions={props.actions} />
        </div>
      </Overflow>
      {reasons[0] !== undefined && (
        <span className={s.reason}>
          <FaultGlyph />
          <span className={s.words} title={reasons[0]}>
            {reasons[0]}
          </span>
        </span>
      )}
    </div>
  );
}
