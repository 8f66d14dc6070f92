import { PDFiumLibrary } from '@hyzyla/pdfium';
import { Undrawable } from './drawing.types.ts';

/** A drawn page: four bytes per pixel, red, green, blue, alpha. */
export interface DrawnPage {
  data: Uint8Array;
  width: number;
  height: number;
}

/**
 * Draws a page of a PDF with PDFium, which is built without a JavaScript engine; forms and annotations that run
 * something are not drawn.
 * @param page counted from 1
 * @param pixels longest side of the picture, px
 * @throws Undrawable
 */
export async function drawPdf(bytes: Uint8Array, page: number, pixels: number): Promise<DrawnPage> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes).catch((error: unknown) => {
    throw new Undrawable(/password|encrypt/i.test(String(error)) ? 'sitePlan.locked' : 'sitePlan.damaged');
  });
  if (page > document.getPageCount()) throw new Undrawable('sitePlan.noPage');
  const sheet = document.getPage(page - 1);
  const { originalWidth, originalHeight } = sheet.getOriginalSize();
  const longest = Math.max(originalWidth, originalHeight);
  if (!(longest > 0) || !Number.isFinite(longest)) throw new Undrawable('sitePlan.damaged');
  const scale = pixels / longest;
  const { data, width, height } = await sheet.render({ scale, render: 'bitmap', renderFormFields: false });
  return { data, width, height };
}
