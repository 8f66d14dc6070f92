import { makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import { type ReactElement, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/error.ts';
import { tokens } from '../../theme/tokens.ts';
import { Hidden } from '../layout/Hidden.tsx';
import { useAnswered } from '../rows/useAnswered.ts';
import { HoldConfirm } from './HoldConfirm.tsx';
import { HOLD_MS, useHold } from './useHold.ts';

const useStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '48px',
    padding: '0 16px',
    overflow: 'hidden',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    cursor: 'pointer',
    userSelect: 'none',
    touchAction: 'none',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '&[aria-disabled="true"]': {
      color: tokens.colorNeutralForegroundDisabled,
      border: `1px solid ${tokens.colorNeutralStrokeDisabled}`,
      cursor: 'not-allowed',
    },
  },
  pill: {
    borderRadius: tokens.borderRadiusCircular,
    border: `2px solid ${tokens.colorNeutralStrokeAccessible}`,
  },
  alarm: {
    border: `1px solid ${tokens.tocsinAlarmSolid}`,
    backgroundColor: tokens.tocsinAlarmTint,
    color: tokens.tocsinAlarmText,
  },
  fill: {
    position: 'absolute',
    inset: '0 auto 0 0',
    backgroundColor: tokens.colorNeutralBackground5,
  },
  alarmFill: { backgroundColor: tokens.tocsinAlarmSolid, opacity: 0.25 },
  label: { position: 'relative', display: 'inline-flex', alignItems: 'center', gap: '8px' },
  // Two lines fit into the height of one: a longer label must not move the buttons below.
  text: {
    display: '-webkit-box',
    overflow: 'hidden',
    lineHeight: '20px',
    textAlign: 'left',
    overflowWrap: 'anywhere',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
  },
  left: {
    position: 'relative',
    marginLeft: 'auto',
    minWidth: '7em',
    textAlign: 'right',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
  },
});

/**
 * A button that acts after being held for two seconds, by pointer, Enter or the space bar; an earlier release
 * does nothing. For loud actions that cannot be undone: starting an alarm by hand, silencing it. Users who
 * cannot hold it (assistive technology that clicks, two short presses) get a confirmation instead. When its words
 * change meanwhile (the next step of an alarm, say), what was held or asked is no longer done.
 */
export function HoldButton(props: {
  /**
   * Runs the operation; busy until it settles, or can be held again when that takes long. A refused call may
   * reject: the session machine has shown the error.
   */
  onHeld: () => unknown;
  children: string;
  icon?: ReactElement;
  /** `alarm`: starts an alarm (red text); `pill`: the shape of the silence button. */
  look?: 'alarm' | 'pill';
  /** Reason why it is disabled: the button stays focusable and shows it. */
  reason?: string | undefined;
  /** Effect of the action: part of the description, and of the confirmation. */
  effect?: string;
  className?: string;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const id = useId();
  const { children, onHeld, reason, effect, look } = props;
  const answered = useAnswered();
  const [busy, setBusy] = useState(false);
  /** The confirmation that replaces holding, as it was asked; null: none is open. */
  const [asked, setAsked] = useState<{
    action: string;
    effect: string | undefined;
    run: () => unknown;
  } | null>(null);
  async function act(run: () => unknown): Promise<void> {
    setBusy(true);
    try {
      await answered(Promise.resolve(run()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }
  const { held, handlers, drop } = useHold({
    isOff: busy || reason !== undefined,
    onHeld: () => void act(onHeld),
    onConfirm: () => setAsked({ action: children, effect, run: onHeld }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are another action
  useEffect(drop, [children]);
  const rest = t(reason === undefined ? 'kit.hold' : 'kit.unavailable');
  const seconds = ((HOLD_MS - (held ?? 0)) / 1000).toFixed(1);
  return (
    <>
      <button
        type="button"
        className={mergeClasses(
          s.root,
          look === 'pill' && s.pill,
          look === 'alarm' && reason === undefined && s.alarm,
          props.className,
        )}
        aria-disabled={reason !== undefined}
        aria-busy={busy}
        aria-describedby={id}
        title={reason ?? t('kit.holdWhy')}
        {...handlers}
      >
        {held !== null && (
          <span
            className={mergeClasses(s.fill, look === 'alarm' && s.alarmFill)}
            style={{ width: `${Math.min(100, (held / HOLD_MS) * 100)}%` }}
          />
        )}
        <span className={s.label}>
          {busy ? <Spinner size="tiny" aria-hidden /> : props.icon}
          <span className={s.text}>{children}</span>
        </span>
        <span className={s.left}>{held === null ? rest : t('kit.holdOn', { n: seconds })}</span>
      </button>
      <Hidden id={id}>{[reason ?? t('kit.holdWhy'), effect].filter(Boolean).join(' ')}</Hidden>
      {asked !== null && (
        <HoldConfirm
          action={asked.action}
          effect={asked.effect}
          reason={reason ?? (children === asked.action ? undefined : t('kit.actionChanged'))}
          onConfirm={() => {
            setAsked(null);
            void act(asked.run);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
