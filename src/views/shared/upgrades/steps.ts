import { makeStyles } from '@fluentui/react-components';
import type { UpgradeStep } from '../../../../contract/codes.ts';
import type { Upgrade } from '../../../../contract/entities/terminals/upgrade.ts';
import type { StepCounts } from '../../../streams/upgrade.ts';
import type { StatusName } from '../../kit/status/status.ts';
import { tokens } from '../../theme/tokens.ts';

/** Status name of each upgrade step. */
export const stepLook = {
  upgrade_failed: 'upgrade_failed',
  upgrade_not_supported: 'upgrade_not_supported',
  device_not_online: 'device_not_online',
  restarting: 'restarting',
  preparing_to_restart: 'preparing_to_restart',
  updating: 'updating',
  waiting: 'waiting',
  cancelled: 'upgrade_cancelled',
  reboot_successful: 'reboot_successful',
} as const satisfies Record<UpgradeStep, StatusName>;

/** Steps in the order of a list: failed ones first, finished ones last. */
export const stepOrder = Object.keys(stepLook) as UpgradeStep[];

const places = new Map<StatusName, number>(stepOrder.map((step, i) => [stepLook[step], i]));
/** Compares two steps in that order. */
export const compareSteps = (a: StatusName, b: StatusName) => (places.get(a) ?? 0) - (places.get(b) ?? 0);

/** Status of a batch; a pause by the failure limit is abnormal, one by a person is not. */
export function batchLook(
  row: Pick<Upgrade, 'state' | 'paused_by'>,
  counts: Readonly<StepCounts>,
): StatusName {
  if (row.state === 'running') return 'updating';
  if (row.state === 'paused') return row.paused_by === '' ? 'upgrade_halted' : 'paused';
  if (row.state === 'cancelling') return 'upgrade_cancelling';
  return partsOf(counts).failed > 0 ? 'upgrade_ended_failed' : 'upgrade_ended';
}

/** Parts of a bar, from left to right. */
export const barParts = ['done', 'updating', 'restarting', 'waiting', 'cancelled', 'failed'] as const;
export type BarPart = (typeof barParts)[number];

const partOf: Record<UpgradeStep, BarPart> = {
  reboot_successful: 'done',
  updating: 'updating',
  preparing_to_restart: 'restarting',
  restarting: 'restarting',
  waiting: 'waiting',
  cancelled: 'cancelled',
  upgrade_failed: 'failed',
  upgrade_not_supported: 'failed',
  device_not_online: 'failed',
};

/**
 * Counts terminals by part of the bar; `failed` are all that did not get the version and were not cancelled.
 */
export function partsOf(counts: Readonly<StepCounts>): Record<BarPart, number> {
  const parts = { done: 0, updating: 0, restarting: 0, waiting: 0, cancelled: 0, failed: 0 };
  for (const [step, count] of Object.entries(counts) as [UpgradeStep, number][]) parts[partOf[step]] += count;
  return parts;
}

/** Classes of the parts, for React and cells. */
export const usePartStyles = makeStyles({
  bar: { display: 'flex', gap: '2px', height: '10px', minWidth: 0 },
  done: { backgroundColor: tokens.tocsinData1 },
  updating: { backgroundColor: tokens.tocsinData2 },
  restarting: { backgroundColor: tokens.tocsinData3 },
  waiting: {
    boxSizing: 'border-box',
    border: `1px solid ${tokens.tocsinData3}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  cancelled: { backgroundColor: tokens.tocsinData5 },
  failed: {
    backgroundColor: tokens.tocsinFaultSolid,
    boxShadow: `inset 0 0 0 1px ${tokens.tocsinFaultEdge}`,
    minWidth: '4px',
  },
});
