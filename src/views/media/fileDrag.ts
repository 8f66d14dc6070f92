import type { DragEvent } from 'react';

/** Type of what is dragged from the library's grid: a JSON list of file ids. */
export const filesType = 'application/x-tocsin-files';

/** What a drag brings: files of the library, files of the computer, or something else. */
export function draggedKind(event: DragEvent): 'library' | 'computer' | null {
  const { types } = event.dataTransfer;
  if (types.includes(filesType)) return 'library';
  return types.includes('Files') ? 'computer' : null;
}

export function draggedIds(event: DragEvent): number[] {
  const text = event.dataTransfer.getData(filesType);
  return text === '' ? [] : (JSON.parse(text) as number[]);
}
