import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { map } from 'rxjs';
import type { UpgradeTerminal } from '../../../../contract/entities/terminals/upgrade.ts';
import { useApp } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { throttled } from '../../kit/list/useRowsNow.ts';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { stepLook } from './steps.ts';
import { stepText } from './terminalColumns.ts';

/** Step of a terminal in its newest batch, live; undefined: in no batch of the topic. */
export function useUpgradeStep(terminal: number): UpgradeTerminal | undefined {
  const { streams } = useApp();
  const step$ = useMemo(
    () =>
      streams.upgrade.changes$.pipe(
        throttled(),
        map(() =>
          newestOf(streams.upgrade.filter((row) => row.kind === 'terminal') as UpgradeTerminal[], terminal),
        ),
      ),
    [streams, terminal],
  );
  return useObservable<UpgradeTerminal | undefined>(step$, undefined);
}

export function newestOf(rows: readonly UpgradeTerminal[], terminal: number): UpgradeTerminal | undefined {
  return rows
    .filter((row) => row.terminal_id === terminal)
    .reduce<UpgradeTerminal | undefined>(
      (newest, row) => (newest === undefined || row.upgrade > newest.upgrade ? row : newest),
      undefined,
    );
}

/** Upgrade of one terminal in a line: state, progress or reason, and a link to its batch. */
export function UpgradeState({ step }: { step: UpgradeTerminal }) {
  const { t } = useTranslation();
  const { main, detail } = stepText(step, t);
  const reason = [main, detail].filter(Boolean).join(t('kit.listComma'));
  return (
    <>
      <StatusChip status={stepLook[step.status]} /> {reason}{' '}
      <ScreenLink screen="menu_upgrade_status" search={{ id: String(step.upgrade) }} without="nothing">
        {t(step.ended_at === null ? 'upgrade.follow' : 'upgrade.toRecord')}
      </ScreenLink>
    </>
  );
}
