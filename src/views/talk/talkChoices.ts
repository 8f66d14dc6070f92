/** What this browser has chosen for every talk: a chime before the first word, and a microphone. */
const chimeKey = 'talk.chime';
const microphoneKey = 'talk.microphone';

export const wantsChime = (): boolean => localStorage.getItem(chimeKey) !== 'off';
export const setChime = (on: boolean): void => localStorage.setItem(chimeKey, on ? 'on' : 'off');

/** The id of a microphone; null: the browser's choice. */
export const chosenMicrophone = (): string | null => localStorage.getItem(microphoneKey);
export function chooseMicrophone(id: string | null): void {
  if (id === null) localStorage.removeItem(microphoneKey);
  else localStorage.setItem(microphoneKey, id);
}
