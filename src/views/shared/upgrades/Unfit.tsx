import { Button, makeStyles } from '@fluentui/react-components';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { UpgradeCheck } from '../../../../contract/entities/terminals/upgrade.ts';
import { useApp } from '../../app/AppContext.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { tokens } from '../../theme/tokens.ts';
import { useAsked } from '../targets/useAsked.ts';

const useStyles = makeStyles({
  root: {
    margin: '0 0 12px',
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.tocsinFaultTint,
    color: tokens.tocsinFaultText,
  },
  line: { display: 'flex', alignItems: 'center', gap: '8px' },
  rest: { flexGrow: 1 },
  list: { margin: '4px 0 0', paddingLeft: '24px', maxHeight: '112px', overflowY: 'auto' },
});

/** Largest number of lines shown. */
const listed = 100;
const times = { settleMs: 300, againMs: 3000 };

/** Obstacles of a roll-out, fetched while the dialog is open. */
export function useUnfit(file: number | undefined, terminals: readonly number[]): UpgradeCheck | undefined {
  const { api } = useApp();
  const body =
    file === undefined || terminals.length === 0 ? null : JSON.stringify({ upgrade_file: file, terminals });
  const ask = useCallback(
    (asked: object, signal: AbortSignal) =>
      api.post<UpgradeCheck>('/v1/upgrade/check', asked, { quiet: true, signal }),
    [api],
  );
  const asked = useAsked(body, ask, times);
  return asked.kind === 'known' ? asked.run : undefined;
}

/** A line for each terminal that cannot be upgraded now, and a button that leaves them out. */
export function Unfit(props: { check: UpgradeCheck; onLeaveOut: (ids: readonly number[]) => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { fault, terminals } = props.check;
  if (fault === null && terminals.length === 0) return null;
  return (
    <div className={s.root} role="status" data-testid="unfit">
      <div className={s.line}>
        <FaultGlyph />
        <span>{fault ?? t('upgrade.unfit', { count: terminals.length })}</span>
        <span className={s.rest} />
        {terminals.length > 0 && (
          <Button size="small" onClick={() => props.onLeaveOut(terminals.map((one) => one.id))}>
            {t('upgrade.leaveOut')}
          </Button>
        )}
      </div>
      {terminals.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <ul className={s.list} tabIndex={0} aria-label={t('upgrade.unfit', { count: terminals.length })}>
          {terminals.slice(0, listed).map((one) => (
            <li key={one.id}>{one.message}</li>
          ))}
          {terminals.length > listed && <li>{t('kit.andMore', { items: terminals.length - listed })}</li>}
        </ul>
      )}
    </div>
  );
}
