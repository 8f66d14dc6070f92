/** Parts that are loaded when they are first shown, and ahead, so that they are shown without a link as well. */
export const laterParts: readonly (() => Promise<unknown>)[] = [
  () => import('./kit/chart/ChartCanvas.tsx'),
  () => import('./shared/talk/SayDialog.tsx'),
  () => import('./shared/targets/TerminalPicker.tsx'),
  () => import('./shared/talkLinks/PhoneLinkDialog.tsx'),
  () => import('./shared/transfer/ImportDialog.tsx'),
];
