import { Button, Divider, makeStyles, mergeClasses, Tooltip } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import type { ReactElement, ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { target, tokens } from '../../theme/tokens.ts';
import { BatchResult } from '../action/BatchResult.tsx';
import { BusyButton } from '../action/BusyButton.tsx';
import type { BatchShown } from '../action/useBatch.ts';
import { FaultGlyph } from '../status/Glyph.tsx';

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
    overflowX: 'auto',
    containerType: 'inline-size',
    '& > *': { flexShrink: 0 },
    // Where it has no room in one line, it takes two.
    '& > [data-reason]': { flexShrink: 1, minWidth: '120px' },
    '& b': { color: tokens.colorBrandForeground1 },
  },
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
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '& > svg': { flexShrink: 0 },
  },
});

/** An action on the selected rows. `disabled` is the reason why it is disabled. */
export interface BatchAction {
  key: string;
  label: string;
  icon: ReactElement;
  disabled?: string | undefined;
  /** Opens a dialog that has the operation. */
  opens?: boolean;
  /** Reads or exports only: stale data do not disable it. */
  reads?: boolean;
  /** True for actions that must always work (stop): neither debounce nor stale data disable it. */
  always?: boolean;
  /** Shown as an icon where the bar is narrow. */
  brief?: boolean;
  onPress: () => Promise<unknown> | undefined;
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
      {props.actions.map((action) => (
        <BusyButton
          key={action.key}
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
      ))}
      {reasons[0] !== undefined && (
        <span className={s.reason} data-reason="">
          <FaultGlyph />
          {reasons[0]}
        </span>
      )}
    </div>
  );
}
