import { useState } from 'react';
import { type BusyPolicy, busyPolicy } from '../../../../../contract/codes.ts';
import { WAIT_S } from '../../../../../contract/constants.ts';
import type { TalkOrder } from '../../../../machines/talkContext.ts';
import { usePermission } from '../../../app/AppContext.tsx';
import { setChime, wantsChime } from '../talkChoices.ts';

type Mode = 'page' | 'emergency';

/** Options of a talk, beside its targets. @param first mode at first @param order talk whose options are chosen at first */
export function useTalkOptions(first: Mode | undefined, order: TalkOrder | undefined) {
  const may = usePermission();
  const modes: Mode[] = [
    ...(may('caster_broadcast') ? (['page'] as const) : []),
    ...(may('emergency_broadcast') ? (['emergency'] as const) : []),
  ];
  const [mode, setMode] = useState<Mode>(modes.find((one) => one === first) ?? modes[0] ?? 'page');
  const [priority, setPriority] = useState(order?.priority ?? 50);
  const [policy, setPolicy] = useState<BusyPolicy>(order?.busy_policy ?? busyPolicy.preempt);
  const [waitS, setWaitS] = useState(order?.wait_s ?? WAIT_S);
  const [chime, setChimeOn] = useState(wantsChime);
  const [isRecorded, setRecorded] = useState(false);
  return {
    ...{ modes, mode, setMode, priority, setPriority, policy, setPolicy, waitS, setWaitS },
    ...{ chime, isRecorded, setRecorded },
    /** Remembered for the next talk as well. */
    setChime(checked: boolean) {
      setChime(checked);
      setChimeOn(checked);
    },
  };
}
export type TalkChoices = ReturnType<typeof useTalkOptions>;
