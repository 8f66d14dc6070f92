import { createRoot } from 'react-dom/client';
import { createApp } from './app.ts';
import { browserEnv } from './browserEnv.ts';
import { startI18n } from './i18n.ts';
import { fetchBrand } from './views/app/fetchBrand.ts';
import { mountConsole } from './views/mount.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');

const app = createApp(browserEnv(window));
await startI18n();
mountConsole(createRoot(root), app, await fetchBrand(app.api, root));
