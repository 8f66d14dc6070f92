import { expect } from '@playwright/test';
import type { SitePlan } from '../../../contract/entities/site/sitePlan.ts';
import { svgDrawing } from '../../support/drawings.ts';
import { expectAccessible, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { tone } from '../support/library.ts';
import { test } from '../support/ownHall.ts';

test.afterEach(({ page }) => expectNoComplaints(page));

test('a terminal is placed by keyboard and by dragging, and an alarm is seen on the plan', async ({
  hall,
  page,
}) => {
  test.slow();
  const { api } = hall;
  const [gate, yard] = await hall.speakers(['PLAN-GATE', 'PLAN-YARD']);
  const { rows } = await api.get<{ rows: { id: number; parent_id: number | null }[] }>('/v1/partition');
  const top = rows.find(({ parent_id }) => parent_id === null)?.id ?? 0;
  const corners = [
    [0.6, 0.1],
    [0.9, 0.1],
    [0.9, 0.9],
  ];
  const plan = await api.post<SitePlan>('/v1/site_plan', {
    name: 'Ground floor',
    org: top,
    areas: [{ zone: top, points: corners }],
  });
  await openConsole(page, hall.server, '/menu_site_plan');
  await page
    .getByTestId('plan-picture')
    .setInputFiles({ name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svgDrawing()) });
  const surface = page.getByTestId('site-plan');
  await expect(surface.locator('img')).toBeVisible();

  await page.getByRole('button', { name: 'Place terminals' }).click();
  const free = page.getByRole('listbox', { name: 'To place' });
  await expect(free.getByRole('option', { name: /PLAN-GATE/ })).toBeVisible();
  await expect(free.getByRole('option', { name: /PLAN-YARD/ })).toBeVisible();
  // By keyboard: chosen in the list, placed in the middle, moved by arrow keys on the plan.
  await free.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const first = surface.locator(`[data-mark="terminal ${gate?.id}"]`);
  await expect(first).toHaveAttribute('data-selected', '');
  await surface.focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press('Shift+ArrowLeft');
  await expect(first).toHaveAttribute('style', /left: 30/);
  await page.keyboard.press('Control+z');
  await expect(first).toHaveAttribute('style', /left: 35/);
  // By pointer: dragged from the list onto the plan, then further.
  await free.getByRole('option', { name: /PLAN-YARD/ }).dragTo(surface);
  const second = surface.locator(`[data-mark="terminal ${yard?.id}"]`);
  await expect(second).toBeVisible();
  const from = await second.boundingBox();
  if (from === null) throw new Error('the mark has no place');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 120, from.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(second).toHaveAttribute('style', /left: (5[1-9]|[6-9]\d)/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Place terminals' })).toBeVisible();
  const saved = await api.get<SitePlan>(`/v1/site_plan/${plan.id}`);
  expect(saved.marks.find(({ id }) => id === gate?.id)?.x).toBeCloseTo(0.35);
  expect(saved.marks.find(({ id }) => id === yard?.id)?.x).toBeGreaterThan(0.5);

  // In peace everything is grey; a press tells the state and why.
  await expect(first).toHaveAttribute('data-tone', 'grey');
  await first.click();
  await expect(page.getByTestId('mark-card')).toContainText('PLAN-GATE');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('mark-card')).toBeHidden();

  const song = await api.upload('Leave.wav', tone(60));
  const linkage = { name: 'Leave', audio_source: 0, files: [song], orgs: [top] };
  const { id: task } = await api.post<{ id: number }>('/v1/linkage_task', linkage);
  const { id: alarm } = await api.post<{ id: number }>('/v1/alarm_plan', {
    name: 'Fire',
    linkage_task_ids: [task],
  });
  await api.post(`/v1/alarm_plan/${alarm}/start`, {});
  await expect(surface.locator(`[data-zone="${top}"]`)).toHaveAttribute('data-tone', /alarm|silent/);
  await expect(first).toHaveAttribute('data-tone', 'alarm');
});
