import { useMemo } from 'react';
import { useApp } from '../../app/AppContext.tsx';
import type { QuickNames } from './quickCodeView.ts';

/** Names from the live feeds. `changes`: those feeds, for repainting. */
export function useQuickNames() {
  const { streams } = useApp();
  return useMemo(() => {
    const { caster, dialogue } = streams.terminals;
    const of = (row: { name: string; dev_name2: string } | undefined) => row?.dev_name2 || row?.name;
    const names: QuickNames = {
      task: (id) => streams.scheduledTask.get(id)?.name,
      zone: (id) => streams.zoneName(id) || undefined,
      group: (id) => streams.deviceGroup.get(id)?.name,
      device: (id) => of(streams.device.get(id)),
      station: (id) => of(dialogue.get(id) ?? caster.get(id)),
      virtual: (id) => streams.virtualCaster.get(id)?.name,
    };
    const changes = [
      streams.scheduledTask.changes$,
      streams.partition.changes$,
      streams.deviceGroup.changes$,
      streams.device.changes$,
      dialogue.changes$,
      caster.changes$,
      streams.virtualCaster.changes$,
    ];
    return { names, changes };
  }, [streams]);
}
