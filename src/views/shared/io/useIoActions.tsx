import {
  BeakerDismissRegular,
  BeakerRegular,
  FlashRegular,
  LockClosedRegular,
  PowerRegular,
} from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { type IoAction, ioCalls } from './ioCalls.ts';
import { heldReason, wholeName } from './ioView.ts';
import { PulseDialog } from './PulseDialog.tsx';
import { TestDialog } from './TestDialog.tsx';

type Open = { kind: 'pulse' | 'test'; rows: readonly IoLive[] };

/** Length of a pulse without a dialog, ms. */
export const QUICK_PULSE_MS = 1000;

/** Actions on lines, one or many, with a result per line; and their dialogs. */
export function useIoActions() {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const [open, setOpen] = useState<Open>();
  const calls = useMemo(() => ioCalls(api), [api]);
  const batch = useBatch(calls, () => undefined);
  const noRight = may('operate_io') ? undefined : t('kit.noRight');

  const run = (action: IoAction, rows: readonly IoLive[], more = {}) =>
    batch.run(
      t(`io.action.${action}`),
      action,
      rows.map((row) => ({ id: row.id, name: wholeName(row, t) })),
      more,
    );

  /** Reason why an action is not possible for a line; undefined: it is. */
  function reason(row: IoLive, action: IoAction): string | undefined {
    if (noRight !== undefined) return noRight;
    if (action === 'pulse' && !row.online) return t('io.offlineWhy');
    if (action !== 'off') return undefined;
    return heldReason(row, t);
  }

  /** Actions of the selection bar, different for outputs and inputs. */
  function actions(rows: readonly IoLive[]): BatchAction[] {
    const outputs = rows.filter((row) => row.direction === 'output');
    const inputs = rows.filter((row) => row.direction === 'input' && row.kind === 'fire_control_device');
    const tested = inputs.filter((row) => row.test);
    const needs = (lines: readonly IoLive[], reason: string) =>
      noRight ?? (lines.length === 0 ? t(reason) : undefined);
    return [
      {
        key: 'pulse',
        label: t('io.action.pulse'),
        icon: <FlashRegular />,
        disabled: needs(outputs, 'io.selectOutput'),
        opens: true,
        onPress: async () => setOpen({ kind: 'pulse', rows: outputs }),
      },
      {
        key: 'hold',
        label: t('io.action.hold'),
        icon: <LockClosedRegular />,
        disabled: needs(outputs, 'io.selectOutput'),
        onPress: () => run('hold', outputs),
      },
      {
        key: 'off',
        label: t('io.action.off'),
        icon: <PowerRegular />,
        disabled: needs(outputs, 'io.selectOutput'),
        always: true,
        onPress: () => run('off', outputs),
      },
      {
        key: 'test_on',
        label: t('io.action.test_on'),
        icon: <BeakerRegular />,
        disabled: needs(inputs, 'io.selectInput'),
        opens: true,
        onPress: async () => setOpen({ kind: 'test', rows: inputs }),
      },
      {
        key: 'test_off',
        label: t('io.action.test_off'),
        icon: <BeakerDismissRegular />,
        disabled: needs(tested, 'io.selectTested'),
        onPress: () => run('test_off', tested),
      },
    ];
  }

  const close = () => setOpen(undefined);
  return {
    actions,
    run,
    reason,
    shown: batch.shown,
    failures: batch.failures,
    /** Opens the dialog for the duration. */
    pulse: (rows: readonly IoLive[]) => setOpen({ kind: 'pulse', rows }),
    test: (rows: readonly IoLive[]) => setOpen({ kind: 'test', rows }),
    dialogs: (
      <>
        {open?.kind === 'pulse' && (
          <PulseDialog
            rows={open.rows}
            onSubmit={(pulse_ms) => run('pulse', open.rows, { pulse_ms })}
            onClose={close}
          />
        )}
        {open?.kind === 'test' && (
          <TestDialog
            rows={open.rows}
            onSubmit={(minutes) => run('test_on', open.rows, { minutes })}
            onClose={close}
          />
        )}
      </>
    ),
  };
}
export type IoActions = ReturnType<typeof useIoActions>;
