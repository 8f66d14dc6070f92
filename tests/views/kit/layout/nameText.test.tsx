import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NameText } from '../../../../src/views/kit/layout/NameText.tsx';
import { nameWidth, shortenName, splitName } from '../../../../src/views/kit/layout/nameWidth.ts';

const views = join(import.meta.dirname, '../../../../src/views');

test('names that differ at their end differ in the part that is never cut', () => {
  const pairs = [
    ['教学楼A座三层东侧走廊扬声器 12', '教学楼A座三层东侧走廊扬声器 13'],
    ['North building, third floor, corridor east', 'North building, third floor, corridor west'],
    ['본관 3층 동쪽 복도 스피커 1', '본관 3층 동쪽 복도 스피커 2'],
  ];
  for (const [one = '', other = ''] of pairs) {
    expect(splitName(one).end).not.toBe(splitName(other).end);
    expect(Object.values(splitName(one)).join('')).toBe(one);
    expect(shortenName(one, 17)).not.toBe(shortenName(other, 17));
    expect(nameWidth(shortenName(one, 17))).toBeLessThanOrEqual(17);
  }
  expect(shortenName('教学楼A', 17)).toBe('教学楼A');
});

test('tooltip, copied text and screen readers have the whole name, once', () => {
  const name = '教学楼A座三层东侧走廊扬声器 12';
  const { container } = render(<NameText name={name} />);
  expect(container.textContent).toBe(name);
  expect(screen.getByText(name)).toBeTruthy();
  expect(screen.getByTitle(name)).toBeTruthy();
  const shown = container.querySelector<HTMLElement>('[aria-hidden]');
  expect(`${shown?.dataset.start}${shown?.dataset.end}`).toBe(name);
});

test('no style cuts the end of a name', () => {
  // Titles of panels and sentences, which are no names of objects; each has its whole text in a tooltip.
  const others = new Set([
    'kit/layout/TitledPanel.tsx',
    'emergency/flood/FloodFacts.tsx',
    'shell/topBarStyles.ts',
  ]);
  const found = readdirSync(views, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !others.has(file))
    .flatMap((file) =>
      [
        ...readFileSync(join(views, file), 'utf8').matchAll(
          /\b(?:name|title|strong|zoneName|step): \{([^{}]*)\}/g,
        ),
      ]
        .filter(([, style]) => style?.includes('textOverflow'))
        .map(([text]) => `${file}: ${text}`),
    );
  expect(found).toEqual([]);
});
