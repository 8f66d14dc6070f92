import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { everyNth } from '../../support/random.ts';
import { expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { fillEveryList } from '../support/everyList.ts';
import { Hall } from '../support/hall.ts';
import { goTo, shellScreens } from '../support/walk.ts';

/**
 * Text typed in an open dialog survives changes of its row by others meanwhile, and saving it shows
 * both versions.
 */
let hall: Hall;
let endStranger: (() => void) | undefined;
test.beforeAll(async () => {
  // Fills every list.
  test.setTimeout(120_000);
  hall = await Hall.open();
  const speakers = await hall.speakers(['ROW-1', 'ROW-2']);
  const ids = speakers.map(({ id }) => id);
  endStranger = await fillEveryList(hall, ids);
  await hall.api.post('/v1/role', { code: 'porter', name: 'A porter', permissions: ['list_device'] });
});
test.afterAll(async () => {
  endStranger?.();
  await hall?.close();
});

/** Screens without a dialog that edits a row of a list; every other one, also a new one, needs a line below. */
const without = new Set(
  `menu_home_page menu_task_status menu_fire_gpio_task menu_file_group menu_upgrade_status menu_version_info system
   menu_4g_signal menu_task_log menu_online_log menu_alarm_record flood profile menu_scan_device
   menu_update_upgrade_file_management menu_record_file menu_io_manager menu_site_plan`.split(/\s+/),
);
interface Rows {
  path: string;
  /** File of its form below `src/views`. */
  form: string;
  /** The list shows changes by others at once. */
  live: boolean;
  /** The button that edits is in the panel beside the list; else in the bar of the ticked row. */
  inPanel?: true;
  /** Id of the row that is edited, if not that of the list: the zone whose members are listed. */
  id?: string;
}
const terminalForm = 'terminals/devices/TerminalForm.tsx';
/** Lists by the addresses of their screens and tabs. */
const rowsOf: Record<string, Rows> = {
  menu_client_management: {
    path: 'partition',
    form: 'system/zones/ZoneForms.tsx',
    live: false,
    inPanel: true,
    id: '1',
  },
  menu_task_management: { path: 'scheduled_task', form: 'tasks/schedule/useSaveTask.ts', live: true },
  menu_plan: { path: 'plan', form: 'tasks/plans/PlanDialog.tsx', live: true },
  menu_capturer_task: {
    path: 'capturer_task',
    form: 'tasks/capturerTasks/CapturerTaskDialog.tsx',
    live: true,
  },
  menu_gpio_task: { path: 'gpio_task', form: 'terminals/gpioTasks/GpioTaskDialog.tsx', live: true },
  menu_device_management: { path: 'device', form: terminalForm, live: true, inPanel: true },
  menu_caster_management: { path: 'caster', form: terminalForm, live: true, inPanel: true },
  menu_caster_status: { path: 'caster', form: terminalForm, live: true, inPanel: true },
  menu_caster_group: { path: 'caster_group', form: 'shared/groups/GroupDialog.tsx', live: false },
  menu_dialogue_status: { path: 'dialogue', form: terminalForm, live: true, inPanel: true },
  menu_capturer_status: { path: 'capturer', form: terminalForm, live: true, inPanel: true },
  menu_xtts_status: { path: 'xtts', form: terminalForm, live: true, inPanel: true },
  menu_fire_control_device: { path: 'fire_control_device', form: terminalForm, live: true, inPanel: true },
  menu_linkage_task: { path: 'linkage_task', form: 'emergency/linkageTasks/LinkageDialog.tsx', live: true },
  menu_alarm_plan: { path: 'alarm_plan', form: 'emergency/plans/PlanDialog.tsx', live: true },
  menu_file_management: { path: 'file', form: 'shared/media/RenameDialog.tsx', live: true },
  menu_preset_text: { path: 'preset_text', form: 'media/texts/PresetTextForm.tsx', live: true },
  menu_radio_management: { path: 'radio', form: 'media/radio/RadioForm.tsx', live: true },
  menu_user_management: { path: 'user', form: 'system/accounts/AccountDialogs.tsx', live: false },
  menu_role_management: { path: 'role', form: 'system/accounts/RoleDialog.tsx', live: false },
  menu_quick_code: { path: 'quick_code', form: 'tasks/quickCodes/QuickCodeDialog.tsx', live: true },
  'menu_caster_management?tab=virtual': {
    path: 'virtual_caster',
    form: 'terminals/casters/VirtualCasterDialog.tsx',
    live: true,
  },
  'system?tab=integrations': {
    path: 'integration',
    form: 'system/integrations/IntegrationDialog.tsx',
    live: false,
  },
};
/** Forms that are not opened from a row of a list: of a site plan, and of what is added and reached by this server. */
const withoutList = [
  'system/sitePlans/SitePlanDialog.tsx',
  'terminals/devices/foreign/ForeignDialog.tsx',
  'terminals/dialogues/PhoneDialog.tsx',
  'terminals/fireDevices/PanelDialog.tsx',
];
const tabs = Object.keys(rowsOf).filter((address) => address.includes('?'));
const views = fileURLToPath(new URL('../../../src/views', import.meta.url));

/** Opens the dialog that edits a row. */
async function openEdit(page: Page, row: Locator, inPanel = false): Promise<Locator> {
  await row.locator('.ag-selection-checkbox').click();
  const bar = page.getByTestId('selection-bar');
  await expect(bar).toBeVisible();
  const edit = { name: /^(Edit|Rename)$/ };
  if (inPanel) {
    await row.locator('[col-id=name]').click();
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByRole('button', edit).click();
  } else await bar.getByRole('button', edit).click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(dialog).toBeVisible();
  return dialog;
}

test('every form that changes a row is in the walk', () => {
  const forms = readdirSync(views, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('kit/form/'))
    .filter((name) => readFileSync(`${views}/${name}`, 'utf8').includes('useEntityForm'));
  const known = [...withoutList, ...Object.values(rowsOf).map(({ form }) => form)];
  expect(forms.sort()).toEqual([...new Set(known)].sort());
});

test('typed text survives a change by somebody else, in every list', async ({ page }) => {
  // Two dozen dialogs.
  test.slow();
  await openConsole(page, hall.server, '/menu_home_page', { refusals: true });
  for (const path of everyNth([...shellScreens.filter((one) => !without.has(one)), ...tabs], 4, 1))
    await test.step(path, async () => {
      const elsewhere = `Changed at ${path}`.slice(0, 40);
      const known = rowsOf[path];
      if (known === undefined) throw new Error(`${path}: add its rows above`);
      const { path: rows, live, inPanel, id: own } = known;
      await goTo(page, path);
      const first = page.locator('main .ag-row:has(.ag-selection-checkbox)').first();
      await expect(first).toBeVisible();
      const id = await first.getAttribute('row-id');
      const row = page.locator(`main .ag-row[row-id="${id}"]:has(.ag-selection-checkbox)`);
      const dialog = await openEdit(page, row, inPanel);
      const name = dialog.locator('[name=name]');
      await name.fill('Typed here');
      await hall.api.patch(`/v1/${rows}/${own ?? id}`, { name: elsewhere });
      if (live) await expect(page.locator(`main .ag-row[row-id="${id}"]`).first()).toContainText(elsewhere);
      await expect(name).toBeFocused();
      await expect(name).toHaveValue('Typed here');
      await dialog.getByRole('button', { name: /^(Save|Rename)$/ }).click();
      const merge = dialog.getByTestId('merge');
      await expect(merge).toContainText(elsewhere);
      await expect(merge).toContainText('Typed here');
      await expect(name).toHaveValue('Typed here');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
    });
  expectNoComplaints(page);
});
