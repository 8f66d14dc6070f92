import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { TalkOrder } from '../../../machines/talkContext.ts';
import { useApp } from '../../app/AppContext.tsx';
import { chosenMicrophone } from './talkChoices.ts';

/** Targets and options of a talk, without the stored choices of this browser. */
export type TalkWhere = Omit<TalkOrder, 'microphone'>;

/** The talk of this browser and its actions. */
export function useTalk() {
  const { talk } = useApp();
  const state = useSelector(talk, (snapshot) => snapshot);
  const actions = useMemo(
    () => ({
      /** Tells whether a talk is in progress now, independent of the last render. */
      isSpeaking: () => talk.getSnapshot().hasTag('live'),
      start: (where: TalkWhere, held: boolean) =>
        talk.send({ type: 'talk.start', order: { ...where, microphone: chosenMicrophone() }, held }),
      latch: () => talk.send({ type: 'talk.latch' }),
      stop: () => talk.send({ type: 'talk.stop' }),
      dismiss: () => talk.send({ type: 'talk.dismiss' }),
    }),
    [talk],
  );
  return {
    ...actions,
    phase: state.matches('idle')
      ? ('idle' as const)
      : state.matches('failed')
        ? ('failed' as const)
        : (Object.values(state.value)[0] as 'opening' | 'waiting' | 'chiming' | 'speaking' | 'ending'),
    context: state.context,
    isLive: state.hasTag('live'),
    /** Sound is sent: from the chime on, until the microphone is closed. */
    isOnAir: state.hasTag('onAir'),
  };
}
