import type { ColDef, ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { type TaskProgress, taskProgress } from '../../shared/startTask/taskState.ts';

/** Progress of a task in whole seconds, as the cell paints it. */
interface Progress {
  played: string;
  /** Text for `endless` if it plays until it is stopped. */
  left: string;
  /** 0–1; null: unknown. */
  share: number | null;
}

export interface ProgressClasses {
  root: string;
  text: string;
  left: string;
  track: string;
  endless: string;
  fill: string;
}

export function progressOf(progress: TaskProgress, endless: string, t: TFunction): Progress {
  const { played_ms, left_ms } = progress;
  const total = left_ms === null ? 0 : played_ms + left_ms;
  return {
    played: durationText(t, played_ms),
    left: left_ms === null ? endless : `−${durationText(t, left_ms)}`,
    // Whole percents: enough for a bar of some sixty pixels, and the cell is painted less often.
    share: total > 0 ? Math.round((played_ms / total) * 100) / 100 : null,
  };
}

/** Cell for elapsed time, bar and remaining time. Plain DOM, painted once a second. */
export class ProgressCell implements ICellRendererComp {
  #root = document.createElement('span');
  #played = document.createElement('span');
  #track = document.createElement('span');
  #fill = document.createElement('span');
  #left = document.createElement('span');

  init(params: ICellRendererParams<unknown, Progress | null> & { classes: ProgressClasses }): void {
    const { classes } = params;
    this.#root.className = classes.root;
    this.#played.className = classes.text;
    this.#left.className = classes.left;
    this.#fill.className = classes.fill;
    this.#track.append(this.#fill);
    this.#root.append(this.#played, this.#track, this.#left);
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh(params: ICellRendererParams<unknown, Progress | null> & { classes: ProgressClasses }): boolean {
    const { value, classes } = params;
    this.#root.style.visibility = value === null || value === undefined ? 'hidden' : '';
    if (!value) return true;
    this.#played.textContent = value.played;
    this.#left.textContent = value.left;
    this.#track.className = value.share === null ? classes.endless : classes.track;
    this.#fill.style.transform = `scaleX(${value.share ?? 0})`;
    return true;
  }
}

/** Column of the progress, sorted by remaining time. `now`: server time, epoch ms. */
export function progressColumn(
  t: TFunction,
  headerName: string,
  classes: ProgressClasses,
  endless: string,
  now: () => number,
): ColDef<BroadcastLive> {
  const leftOf = (row: BroadcastLive | undefined) =>
    row === undefined ? 0 : (taskProgress(row, now()).left_ms ?? Number.POSITIVE_INFINITY);
  return {
    colId: 'progress',
    headerName,
    width: 160,
    minWidth: 132,
    cellRenderer: ProgressCell,
    cellRendererParams: { classes },
    valueGetter: ({ data }) =>
      data === undefined ? null : progressOf(taskProgress(data, now()), endless, t),
    valueFormatter: ({ value }) => (value === null ? '' : `${value.played} ${value.left}`),
    equals: (a: Progress | null, b: Progress | null) => a?.played === b?.played && a?.left === b?.left,
    comparator: (_a, _b, a, b) => leftOf(a.data) - leftOf(b.data),
  };
}
