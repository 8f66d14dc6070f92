import { useTranslation } from 'react-i18next';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import { TargetList } from '../../shared/targets/TargetList.tsx';

const everyMs = 2000;
const onAir = ['sounding', 'sent', 'unknown', 'silent', 'preempted', 'offline', 'behind_relay'] as const;
const over = ['heard', 'unheard'] as const;

/** Terminals of a task, counted by state while it runs. */
export function TaskTargets(props: {
  id: number;
  live: BroadcastLive | undefined;
  /** The task runs, or its last reports are still arriving. */
  isChanging: boolean;
}) {
  const { t } = useTranslation();
  const { live } = props;
  const word = (state: string) => t(`task.targetState.${state}`);
  return (
    <TargetList
      of="task"
      id={props.id}
      filter="state"
      options={
        live === undefined
          ? over.map((value) => ({ value, label: word(value) }))
          : onAir.map((value) => ({ value, label: `${word(value)} ${live[value]}` }))
      }
      everyMs={props.isChanging ? everyMs : false}
    />
  );
}
