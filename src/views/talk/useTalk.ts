import { useSelector } from '@xstate/react';
import type { TalkOrder } from '../../machines/talk.ts';
import { useApp } from '../app/AppContext.tsx';

/** Whether a chime comes before the first word; the choice of this browser. */
const chimeKey = 'talk.chime';
export const wantsChime = (): boolean => localStorage.getItem(chimeKey) !== 'off';
export const setChime = (on: boolean): void => localStorage.setItem(chimeKey, on ? 'on' : 'off');

/** The talk of this browser, and what can be done with it. */
export function useTalk() {
  const { talk } = useApp();
  const state = useSelector(talk, (snapshot) => snapshot);
  return {
    phase: state.matches('idle')
      ? ('idle' as const)
      : state.matches('failed')
        ? ('failed' as const)
        : (Object.values(state.value)[0] as 'opening' | 'chiming' | 'speaking' | 'ending'),
    context: state.context,
    isLive: state.hasTag('live'),
    start: (order: TalkOrder) => talk.send({ type: 'talk.start', order }),
    stop: () => talk.send({ type: 'talk.stop' }),
    dismiss: () => talk.send({ type: 'talk.dismiss' }),
  };
}
