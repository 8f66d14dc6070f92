import { expect, test } from '@playwright/test';
import { startServer, type TestServer } from '../../support/server.ts';
import { chooseLanguage, expectNoComplaints, openConsole } from '../support/consolePage.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.stop());
test.describe.configure({ timeout: 300_000 });
test.afterEach(({ page }) => expectNoComplaints(page));

/** Titles of panels and tabs by screen, in English, Chinese and Korean. */
const titles: Record<string, readonly [en: string, cn: string, kr: string]> = {
  menu_home_page: ['Equipment status', '终端状态', '단말 상태'],
  menu_device_management: ['Sound devices', '音柱', '음향 단말'],
  menu_xtts_status: ['TTS devices', 'TTS 终端', 'TTS 단말'],
  menu_client_management: ['Partitions', '分区', '구역'],
  system: ['System center', '系统中心', '시스템 센터'],
  menu_fire_control_device: ['Fire devices and group', '报警终端与分组', '경보 단말 및 그룹'],
  menu_dialogue_status: ['Dialogues', '对讲', '통화'],
  menu_scan_device: ['Device discovery', '终端发现', '단말 검색'],
  menu_quick_code: ['Dial codes', '拨号码', '다이얼 코드'],
};

const languages = ['English', '中文', '한국어'] as const;
/** Folder for pictures of each screen, in both colour schemes; absent: none are made. */
const { SHOTS } = process.env;

test('each of the nine titles is on its screen, in three languages', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const [path, texts] of Object.entries(titles)) {
    await openConsole(page, server, `/${path}`, { refusals: true });
    for (const [index, text] of texts.entries()) {
      if (index > 0) await chooseLanguage(page, languages[index] ?? '');
      await expect(page.locator('main').getByText(text, { exact: true }).first(), path).toBeVisible();
      if (SHOTS === undefined || index === 2) continue;
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${SHOTS}/${path}-${index === 0 ? 'en' : 'cn'}-${colorScheme}.png` });
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
  }
});
