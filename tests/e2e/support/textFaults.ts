import type { Page } from '@playwright/test';

/**
 * Finds texts and buttons below the selected elements that overlap each other, that are cut without an
 * ellipsis and a tooltip, or that lie outside these elements or the window, and numbers that are cut at all. What is hidden entirely, because
 * it has no room, is a fault only if its test id is among `shown`.
 */
export function textFaults(page: Page, selector: string, shown: readonly string[]): Promise<string[]> {
  return page.evaluate(
    async ([wanted, ids]) => {
      // Container queries and layout have followed the window.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      interface Box {
        left: number;
        right: number;
        top: number;
        bottom: number;
      }
      const faults = ids
        .filter((id) => !document.querySelector(`[data-testid="${id}"]`)?.checkVisibility())
        .map((id) => `not shown: ${id}`);
      const common = (a: Box, b: Box): Box => ({
        left: Math.max(a.left, b.left),
        right: Math.min(a.right, b.right),
        top: Math.max(a.top, b.top),
        bottom: Math.min(a.bottom, b.bottom),
      });
      /** Half a pixel is rounding; a line box is higher than its letters. */
      const isSeen = (box: Box) => box.right - box.left > 1 && box.bottom - box.top > 3;
      const hasTooltip = (element: Element | null): boolean =>
        element !== null && (element.getAttribute('title') !== null || hasTooltip(element.parentElement));
      const isShown = (element: Element) => {
        for (let at: Element | null = element; at !== null; at = at.parentElement) {
          const style = getComputedStyle(at);
          if (style.visibility === 'hidden' || style.opacity === '0') return false;
          // The kit's text for screen readers only.
          if (style.position === 'absolute' && at.clientWidth <= 1 && at.clientHeight <= 1) return false;
        }
        return true;
      };
      /** Part of a box that its clipping ancestors leave, and whether the first that cuts it says so by an ellipsis. */
      const clip = (element: Element, box: Box) => {
        let left = box;
        let isHonest = true;
        for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
          const style = getComputedStyle(at);
          const frame = at.getBoundingClientRect();
          if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
          const next = common(left, frame);
          const isCut =
            left.right - next.right > 1 || next.left - left.left > 1 || left.bottom - next.bottom > 4;
          const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
          if (isCut) isHonest &&= hasEllipsis && hasTooltip(at);
          left = next;
        }
        return { box: left, isHonest };
      };
      const texts: { name: string; element: Element; box: Box }[] = [];
      const buttons: typeof texts = [];
      /** `slack`: px by which a box may be higher than what it shows; a line is higher than its letters. */
      const judge = (root: Element, name: string, element: Element, whole: Box, slack: number) => {
        const { box, isHonest } = clip(element, whole);
        if (!isSeen(box)) return;
        if (!isHonest) faults.push(`cut: ${name}`);
        const frame = common(root.getBoundingClientRect(), {
          left: 0,
          top: 0,
          right: innerWidth,
          bottom: innerHeight,
        });
        const left = common(box, frame);
        if (left.left > box.left + 1 || left.right < box.right - 1) faults.push(`outside: ${name}`);
        else if (left.top > box.top + slack || left.bottom < box.bottom - slack)
          faults.push(`outside: ${name}`);
        if (slack > 1) texts.push({ name, element, box });
      };
      for (const root of document.querySelectorAll(wanted)) {
        const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
          const parent = node.parentElement as Element;
          const name = node.textContent?.trim() ?? '';
          if (name === '' || !isShown(parent)) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          for (const line of range.getClientRects()) judge(root, name, parent, line, 4);
          // Part of a number is another number, also with an ellipsis.
          for (const { index, 0: digits } of (node.textContent ?? '').matchAll(/\d+/g)) {
            range.setStart(node, index);
            range.setEnd(node, index + digits.length);
            const whole = range.getBoundingClientRect();
            const { box } = clip(parent, whole);
            if (isSeen(box) && whole.right - box.right > 1) faults.push(`number cut: ${name}`);
          }
        }
        for (const button of root.querySelectorAll('button'))
          if (isShown(button)) {
            const name = `button ${button.getAttribute('aria-label') ?? button.textContent}`;
            const parent = button.parentElement as Element;
            judge(root, name, parent, button.getBoundingClientRect(), 1);
            buttons.push({ name, element: button, box: clip(parent, button.getBoundingClientRect()).box });
          }
        if (root.scrollWidth > root.clientWidth + 1) faults.push(`${root.tagName} is wider than the window`);
      }
      for (const [i, one] of texts.entries())
        for (const other of texts.slice(i + 1))
          if (one.element !== other.element && isSeen(common(one.box, other.box)))
            faults.push(`overlap: ${one.name} / ${other.name}`);
      for (const button of buttons)
        for (const text of texts)
          if (!button.element.contains(text.element) && isSeen(common(button.box, text.box)))
            faults.push(`overlap: ${button.name} / ${text.name}`);
      const page = document.documentElement;
      if (page.scrollWidth > page.clientWidth) faults.push('the page has a horizontal scroll bar');
      return [...new Set(faults)];
    },
    [selector, shown] as const,
  );
}
