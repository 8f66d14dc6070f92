import { useEffect } from 'react';

/** Keeps the screen on: a locked phone hides the page, which closes the microphone. */
export function useAwake(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    const lock = navigator.wakeLock.request('screen').catch(() => undefined);
    return () => void lock.then((held) => held?.release());
  }, [isWanted]);
}
