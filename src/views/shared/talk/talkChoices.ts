/** Local storage keys of the choices for every talk of this browser: chime and microphone. */
const chimeKey = 'talk.chime';
const microphoneKey = 'talk.microphone';

export const wantsChime = (): boolean => localStorage.getItem(chimeKey) !== 'off';
export const setChime = (on: boolean): void => localStorage.setItem(chimeKey, on ? 'on' : 'off');

/** Device id of the chosen microphone; null: the browser's choice. */
export const chosenMicrophone = (): string | null => localStorage.getItem(microphoneKey);
export function chooseMicrophone(id: string | null): void {
  if (id === null) localStorage.removeItem(microphoneKey);
  else localStorage.setItem(microphoneKey, id);
}
