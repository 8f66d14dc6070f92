import { expect, type Page } from '@playwright/test';

/**
 * Colours of the shown elements that are neither colours of the user's system, nor mixed of them, nor one of the safety
 * colours and its text; and bars and meters that have the colour of what is below them.
 */
function strangeColours(): string[] {
  const probe = document.body.appendChild(document.createElement('i'));
  const read = (colour: string) => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const system =
    `Canvas CanvasText Highlight HighlightText LinkText GrayText ButtonText ButtonFace ButtonBorder Field
    FieldText transparent`.split(/\s+/);
  const safety = ['Alarm', 'Fault'].flatMap((one) => [
    `var(--tocsin${one}Solid)`,
    `var(--tocsin${one}OnSolid)`,
  ]);
  const known = new Set([...system, ...safety].map(read));
  probe.remove();
  const isKnown = (colour: string) =>
    known.has(colour) || colour.startsWith('color(srgb') || / 0\)$/.test(colour);
  const found = new Set<string>();
  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, backgroundColor, borderTopColor, borderTopWidth, forcedColorAdjust, fill } =
      getComputedStyle(element);
    // A rule has the browser's grey as the colour of a text that it does not have.
    const colours = [
      element.tagName === 'HR' ? backgroundColor : color,
      backgroundColor,
      ...(borderTopWidth === '0px' ? [] : [borderTopColor]),
    ];
    if (element instanceof SVGElement && fill !== 'none') colours.push(fill);
    const strange = colours.filter((colour) => !isKnown(colour));
    if (strange.length > 0) found.add(`${element.outerHTML.slice(0, 120)}: ${strange.join(', ')}`);
    // Fluent leaves some of its icons to the browser.
    if (forcedColorAdjust !== 'none' && element.closest('[class*=fui-]') === null)
      found.add(`${element.outerHTML.slice(0, 120)}: ${forcedColorAdjust}`);
  }
  return [...found];
}

/** Expects that a page in forced colours consists of them, and that its marks keep the colours that are their meaning. */
export async function expectForced(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(strangeColours)).toEqual([]);
}
