import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { faultGlyphNode, glyphNode } from '../status/Glyph.tsx';
import {
  createLevelMeter,
  type LevelClasses,
  type LevelMeterNode,
  type LevelView,
} from '../status/levelMeter.ts';
import { type StatusName, statuses, type Tone } from '../status/status.ts';

/**
 * Context that the grid passes to its cells. Cells are plain DOM: React per cell is too slow for live rows.
 */
export interface CellContext {
  t: TFunction;
  statusClasses: Record<Tone, string>;
  levelClasses: LevelClasses;
  textClasses: { main: string; detail: string; fault: string; muted: string };
  buttonClasses: { group: string; button: string };
  nameClasses: { root: string; shown: string; whole: string };
}

type Params = ICellRendererParams<unknown, unknown, CellContext>;

/** Cell for a state; the value is a `StatusName`. */
export class StatusCell implements ICellRendererComp {
  #root = document.createElement('span');
  #text = document.createElement('span');
  #shown: StatusName | undefined;

  init(params: Params): void {
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh(params: Params): boolean {
    const status = params.value as StatusName | undefined;
    if (status === this.#shown) return true;
    this.#shown = status;
    if (status === undefined) {
      this.#root.replaceChildren();
      this.#root.className = '';
      return true;
    }
    const { glyph, tone } = statuses[status];
    this.#root.className = params.context.statusClasses[tone];
    this.#root.dataset.status = status;
    this.#text.textContent = params.context.t(`status.${status}`);
    this.#root.replaceChildren(glyphNode(glyph), this.#text);
    return true;
  }
}

/** Cell for a level; the value is a `LevelView`, or null without sound. */
export class LevelCell implements ICellRendererComp {
  #root = document.createElement('span');
  #meter: LevelMeterNode | undefined;

  init(params: Params): void {
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh(params: Params): boolean {
    const view = params.value as LevelView | null | undefined;
    if (view === null || view === undefined) {
      this.#root.replaceChildren();
      this.#meter = undefined;
      return true;
    }
    if (this.#meter === undefined) {
      this.#meter = createLevelMeter(params.context.levelClasses);
      this.#root.replaceChildren(this.#meter.element);
    }
    this.#meter.paint(view);
    return true;
  }
}

/** Text with a detail, e.g. programme and reason. */
export interface DetailText {
  main: string;
  detail: string;
  /** Shows an amber triangle: the value is abnormal. */
  fault?: boolean;
}

/** Cell for a `DetailText`. */
export class DetailCell implements ICellRendererComp {
  #root = document.createElement('span');
  #main = document.createElement('span');
  #detail = document.createElement('span');

  init(params: Params): void {
    // The space parts the words for screen readers.
    this.#root.append(this.#main, ' ', this.#detail);
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh(params: Params): boolean {
    const value = params.value as DetailText | null | undefined;
    const { main, detail, fault, muted } = params.context.textClasses;
    this.#main.className = value?.fault === true ? fault : main;
    this.#detail.className = value?.main && value.detail ? detail : muted;
    this.#main.textContent = value?.main ?? '';
    this.#detail.textContent = value?.detail ?? '';
    if (value?.fault === true) this.#main.prepend(faultGlyphNode());
    return true;
  }
}
