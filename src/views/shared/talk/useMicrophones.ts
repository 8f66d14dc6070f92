import { useEffect, useState } from 'react';
import type { LevelEvent, Microphone } from '../../../api/microphone/microphones.ts';
import type { MicrophoneTrouble } from '../../../api/microphone/request.ts';
import { useApp } from '../../app/AppContext.tsx';
import { chooseMicrophone, chosenMicrophone } from './talkChoices.ts';

/** Number of levels over which the loudest sound of a test counts; ten per second. */
const LOOK_BACK = 30;

/** A level test; `loudest`: the highest peak of the last three seconds, dBFS. */
export type LevelTest =
  | { phase: 'off' }
  | { phase: 'opening' }
  | { phase: 'open'; level: number; peak: number; loudest: number }
  | { phase: 'failed'; trouble: MicrophoneTrouble };

/** Microphones of this computer, the chosen one, and a local test of its level. */
export function useMicrophones() {
  const { microphones } = useApp();
  const [list, setList] = useState<readonly Microphone[]>([]);
  const [chosen, setChosen] = useState(chosenMicrophone);
  const [isTesting, setTesting] = useState(false);
  const [test, setTest] = useState<LevelTest>({ phase: 'off' });
  // A browser gives the names only after it was allowed to open one.
  const isOpen = test.phase === 'open';
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are known after the first opening
  useEffect(() => {
    let gone = false;
    const look = () =>
      void microphones.list().then(
        (found) => !gone && setList(found),
        () => undefined,
      );
    look();
    const leave = microphones.onChange(look);
    return () => {
      gone = true;
      leave();
    };
  }, [microphones, isOpen]);
  useEffect(() => {
    if (!isTesting) return;
    setTest({ phase: 'opening' });
    let peaks: number[] = [];
    const take = (news: LevelEvent) => {
      if (news.type === 'trouble') {
        setTest({ phase: 'failed', trouble: news.trouble });
        return;
      }
      if (news.type !== 'level') return;
      peaks = [...peaks, news.peak].slice(-LOOK_BACK);
      setTest({ phase: 'open', level: news.level, peak: news.peak, loudest: Math.max(...peaks) });
    };
    const close = microphones.test(chosen, take);
    // A hidden page has no open microphone.
    const hide = () => document.hidden && setTesting(false);
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      close();
      setTest({ phase: 'off' });
    };
  }, [microphones, chosen, isTesting]);
  return {
    list,
    chosen,
    choose(id: string | null) {
      chooseMicrophone(id);
      setChosen(id);
    },
    test,
    isTesting,
    setTesting,
  };
}
