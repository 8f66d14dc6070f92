import { createRoot } from 'react-dom/client';
import { createApp } from './app.ts';
import { browserEnv } from './browserEnv.ts';
import { replaceTexts, startI18n } from './i18n.ts';
import { fetchBrand } from './views/app/fetchBrand.ts';
import { createSiteLook } from './views/app/siteLook.ts';
import { mountConsole } from './views/mount.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');

const app = createApp(browserEnv(window));
await startI18n();
const brand = await fetchBrand(app.api, root);
replaceTexts(brand);
const look = createSiteLook(app.api);
// Before the first render, so that the images of the brand do not flash before those of the site.
await look.refresh();
mountConsole(createRoot(root), app, brand, look);
