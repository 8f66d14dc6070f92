/** Job of the child that draws a plan. */
export interface DrawJob {
  /** Uploaded file. */
  from: string;
  /** File that is written: a WebP. */
  to: string;
  /** Longest side of the drawn picture, px. */
  pixels: number;
  /** Page of a PDF, counted from 1. */
  page: number;
}

/** Reasons why a file is not drawn, as message keys. */
export const drawRefusals = [
  'sitePlan.notADrawing',
  'sitePlan.damaged',
  'sitePlan.tooManyPixels',
  'sitePlan.script',
  'sitePlan.external',
  'sitePlan.entities',
  'sitePlan.locked',
  'sitePlan.noPage',
] as const;
export type DrawRefusal = (typeof drawRefusals)[number];

/** Error of a file that is not drawn. */
export class Undrawable extends Error {
  readonly refusal: DrawRefusal;
  constructor(refusal: DrawRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
