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
  // Sentences, and titles and chips of fixed words, which are no names of objects.
  const others = `emergency/alarms/PhaseBar.tsx emergency/flood/FloodFacts.tsx home/firstRun/FirstSteps.tsx
    home/onAirStyles.ts kit/action/BatchResult.tsx kit/action/NextSteps.tsx kit/layout/TitledPanel.tsx
    kit/picker/pickerStyles.ts kit/status/statusStyles.ts shared/alarms/stripStyles.ts shared/faults/FloodChip.tsx
    shared/groups/groupStyles.ts shared/media/FileNameCell.ts shared/talk/TalkHeard.tsx shared/talk/TalkWaits.tsx
    shell/ChipPopover.tsx shell/phone/PhoneHeader.tsx shell/sideMenuStyles.ts shell/topBarStyles.ts
    tasks/live/QueuedStarts.tsx tasks/plans/ExceptionTools.tsx tasks/plans/timetable/TimetableTools.tsx
    tasks/plans/timetable/timetableStyles.ts wall/wallStyles.ts`.split(/\s+/);
  const found = readdirSync(views, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && file !== 'kit/layout/nameStyles.ts')
    .filter((file) => readFileSync(join(views, file), 'utf8').includes('textOverflow'));
  expect(found.sort()).toEqual(others);
});
