import { expect, type Page, test } from '@playwright/test';
import { atRest, expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { Hall } from '../support/hall.ts';
import { tone } from '../support/library.ts';
import { Loudspeaker } from '../support/loudspeaker.ts';

/** Places of the buttons of alarm control while the alarm changes: none may come under a pointer at another one. */
let hall: Hall;
let panel: Loudspeaker;
let plan: number;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  hall = await Hall.open();
  const speakers = await hall.speakers(['EAST', 'WEST']);
  panel = new Loudspeaker(hall.server.url, 'FACP', hall.server.dataDir, ['--role', 'fire', '--inputs', '2']);
  await hall.api.adopt(['FACP']);
  const idOf = async (path: string, body: object) => (await hall.api.post<{ id: number }>(path, body)).id;
  const file = await hall.api.upload('Leave.wav', tone(3));
  const { rows } = await hall.api.get<{ rows: { id: number }[] }>('/v1/fire_control_device');
  const message = (name: string, at: number | undefined) =>
    idOf('/v1/linkage_task', { name, files: [file], devices: [at] });
  plan = await idOf('/v1/alarm_plan', {
    name: 'Fire in the hall',
    fire_control_device: rows[0]?.id,
    input_nums: [1],
    linkage_task_ids: [await message('East', speakers[0]?.id)],
    steps: [
      {
        name: 'West wing and its three stairwells',
        after_s: null,
        linkage_task_ids: [await message('West', speakers[1]?.id)],
      },
    ],
  });
});
test.afterAll(async () => {
  await panel?.kill();
  await hall?.close();
});

const view = (page: Page) => page.getByTestId('alarm-view');
/** Tops of silence, step, reset and stop, px. */
const tops = (page: Page) =>
  atRest(page, () =>
    Promise.all(
      [/^(Silence|Unmute)/, /^(Next step|All steps)/, /^Reset/, /^Stop the alarm/].map(
        async (name) => (await view(page).getByRole('button', { name }).boundingBox())?.y,
      ),
    ),
  );

test('the buttons of an alarm keep their places when it is acknowledged, silenced, in its last step, refused, and when its terminal is lost', async ({
  page,
}) => {
  await openConsole(page, hall.server, `/menu_fire_gpio_task?plan=${plan}`, { refusals: true });
  panel.line('in 1 on');
  await expect(view(page)).toHaveAttribute('data-state', 'alarming');
  const first = await tops(page);
  const act = (action: string) => hall.api.post(`/v1/alarm_plan/${plan}/${action}`, {});
  await act('acknowledge');
  await expect(view(page)).toContainText('Acknowledged by');
  expect(await tops(page)).toEqual(first);
  await act('silence');
  await expect(view(page).getByRole('button', { name: 'Unmute' })).toBeVisible();
  expect(await tops(page)).toEqual(first);

  await page.route('**/v1/alarm_plan/*/unsilence', (route) =>
    route.fulfill({ status: 409, json: { code: 409, message: 'Refused for the test', value: null } }),
  );
  await view(page).getByRole('button', { name: 'Unmute' }).click();
  await expect(page.getByTestId('alarm-failure')).toContainText('Refused for the test');
  expect(await tops(page)).toEqual(first);

  await act('step');
  // Holding it once more must not reach the reset below.
  const step = view(page).getByRole('button', { name: 'All steps have started' });
  await expect(step).toHaveAttribute('aria-disabled', 'true');
  expect(await tops(page)).toEqual(first);

  await expect(page.getByTestId('alarm-waits')).toHaveText('Input 1 is still active');
  await panel.kill();
  await expect(view(page)).toContainText('FACP is offline: its inputs are unknown');
  await expect(page.getByTestId('alarm-waits')).toHaveText(
    'Input 1 was active when its terminal went offline',
  );
  expect(await tops(page)).toEqual(first);
  expectNoComplaints(page);
});
