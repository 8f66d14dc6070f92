import { makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/error.ts';
import { tokens } from '../theme/tokens.ts';

/** How long it has to be held, ms (look: Alarm controls). */
export const HOLD_MS = 2000;
/** How often the time that is left is painted, ms. */
const stepMs = 100;

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
  face: { position: 'relative', display: 'inline-flex', alignItems: 'center', gap: '8px' },
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
 * A button that acts once it was held for two seconds, by pointer, Enter or the space bar; letting go earlier does
 * nothing. For what is loud and cannot be taken back: starting an alarm by hand, silencing it.
 */
export function HoldButton(props: {
  /** The work; busy until it settles. A refused call may reject: the session machine has told the person. */
  onHeld: () => Promise<unknown> | undefined;
  children: ReactNode;
  icon?: ReactElement;
  /** `alarm`: it starts one (red with its words); `pill`: the shape of silencing. */
  look?: 'alarm' | 'pill';
  /** Why it cannot be done now, in words: the button stays focusable and says so. */
  reason?: string | undefined;
  className?: string;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { onHeld, reason, look } = props;
  /** How long it is held already, ms; null: it is not. */
  const [held, setHeld] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => () => clearInterval(timer.current), []);

  function release(): void {
    clearInterval(timer.current);
    timer.current = undefined;
    setHeld(null);
  }
  async function act(): Promise<void> {
    release();
    setBusy(true);
    try {
      await onHeld();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }
  function press(): void {
    if (busy || reason !== undefined || timer.current !== undefined) return;
    const since = performance.now();
    setHeld(0);
    timer.current = setInterval(() => {
      const now = performance.now() - since;
      if (now >= HOLD_MS) void act();
      else setHeld(now);
    }, stepMs);
  }
  const isKey = (event: KeyboardEvent) => event.key === 'Enter' || event.key === ' ';
  const seconds = ((HOLD_MS - (held ?? 0)) / 1000).toFixed(1);
  return (
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
      title={reason ?? t('kit.holdWhy')}
      onPointerDown={(event) => event.button === 0 && press()}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) press();
      }}
      onKeyUp={(event) => isKey(event) && release()}
      onBlur={release}
    >
      {held !== null && (
        <span
          className={mergeClasses(s.fill, look === 'alarm' && s.alarmFill)}
          style={{ width: `${Math.min(100, (held / HOLD_MS) * 100)}%` }}
        />
      )}
      <span className={s.face}>
        {busy ? <Spinner size="tiny" /> : props.icon}
        {props.children}
      </span>
      <span className={s.left}>{held === null ? t('kit.hold') : t('kit.holdOn', { n: seconds })}</span>
    </button>
  );
}
