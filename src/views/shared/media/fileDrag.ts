import type { DragEvent } from 'react';

/** Data type of a drag from the library's grid: a JSON list of file ids. */
export const filesType = 'application/x-tocsin-files';

/** Kind of a drag: files of the library, files of the computer, or null. */
export function draggedKind(event: DragEvent): 'library' | 'computer' | null {
  const { types } = event.dataTransfer;
  if (types.includes(filesType)) return 'library';
  return types.includes('Files') ? 'computer' : null;
}

export function draggedIds(event: DragEvent): number[] {
  const text = event.dataTransfer.getData(filesType);
  return text === '' ? [] : (JSON.parse(text) as number[]);
}
