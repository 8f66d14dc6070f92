import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { brandIds, loadBrand } from '../brands/load.ts';
import { appIcons } from '../contract/apps.ts';
import { launchOptions } from './test/launchBrowser.ts';

/** Part of a maskable icon that no shape cuts off: a circle of 80 %, so a square mark fills 56 %. */
const SAFE = 0.56;

/** Draws the icons of every brand's installed apps from its mark: `node scripts/brandIcons.ts`. */
const browser = await chromium.launch(launchOptions());
for (const id of brandIds()) {
  const { images, colours } = loadBrand(id);
  const at = (file: string) => fileURLToPath(new URL(`../brands/${id}/${file}`, import.meta.url));
  const mark = `data:image/svg+xml;base64,${readFileSync(at(images.mark)).toString('base64')}`;
  for (const { file, size, purpose } of appIcons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const drawn = purpose === 'any' ? size : Math.round(size * (purpose === 'maskable' ? SAFE : 0.8));
    const ground = purpose === 'any' ? 'transparent' : colours.ramp[160];
    await page.setContent(
      `<body style="margin:0;display:grid;place-content:center;height:100vh;background:${ground}"><img src="${mark}" width="${drawn}" height="${drawn}"></body>`,
    );
    writeFileSync(at(file), await page.screenshot({ omitBackground: true }));
    await page.close();
  }
}
await browser.close();
