/** Dialogs that are loaded when they are opened, and ahead, so that they open without a link as well. */
export const laterDialogs: readonly (() => Promise<unknown>)[] = [
  () => import('./shared/talk/SayDialog.tsx'),
  () => import('./shared/targets/TerminalPicker.tsx'),
  () => import('./shared/talkLinks/PhoneLinkDialog.tsx'),
];
