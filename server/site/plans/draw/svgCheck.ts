import { SaxesParser } from 'saxes';
import { Undrawable } from './drawing.types.ts';

/** Elements that run code or contain other documents. */
const ACTIVE = new Set(['script', 'foreignobject', 'iframe', 'embed', 'object', 'audio', 'video', 'handler']);
/** References that stay within the file: to its own elements, and pictures that it contains. */
const INSIDE = /^\s*(#|data:image\/(png|jpe?g);base64,)/i;
const CSS_URL = /url\(\s*['"]?\s*([^'")\s]*)/gi;

/** @throws Undrawable for a style that loads something */
function checkStyle(text: string): void {
  if (/@import/i.test(text)) throw new Undrawable('sitePlan.external');
  for (const [, target = ''] of text.matchAll(CSS_URL))
    if (target !== '' && !INSIDE.test(target)) throw new Undrawable('sitePlan.external');
}

/**
 * Reads an SVG to its end and refuses what a drawing does not need: code, references to other files, and entities,
 * which can grow without limit. The renderer would follow none of them: a drawing with a missing part should be
 * refused with the reason.
 * @throws Undrawable
 */
export function checkSvg(text: string): void {
  const parser = new SaxesParser({ xmlns: false });
  let failed: unknown;
  const within = (work: () => void) => {
    try {
      work();
    } catch (error) {
      failed ??= error;
    }
  };
  parser.on('error', () => {
    failed ??= new Undrawable('sitePlan.damaged');
  });
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) failed ??= new Undrawable('sitePlan.entities');
  });
  parser.on('opentag', ({ name, attributes }) =>
    within(() => {
      if (ACTIVE.has(name.replace(/^.*:/, '').toLowerCase())) throw new Undrawable('sitePlan.script');
      for (const [key, value] of Object.entries(attributes)) {
        const plain = key.replace(/^.*:/, '').toLowerCase();
        if (/^on[a-z]+$/.test(plain)) throw new Undrawable('sitePlan.script');
        if (plain === 'href' && name.toLowerCase() !== 'a' && !INSIDE.test(value))
          throw new Undrawable('sitePlan.external');
        if (plain !== 'href' && value.toLowerCase().includes('url(')) checkStyle(value);
      }
    }),
  );
  parser.on('text', (words) => within(() => checkStyle(words)));
  parser.on('cdata', (words) => within(() => checkStyle(words)));
  const SLICE = 65_536;
  for (let at = 0; at < text.length && failed === undefined; at += SLICE)
    parser.write(text.slice(at, at + SLICE));
  if (failed === undefined) parser.close();
  if (failed !== undefined) throw failed;
}
