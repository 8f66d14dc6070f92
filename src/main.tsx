import { createRoot } from 'react-dom/client';
import { createApp } from './app.ts';
import { browserEnv } from './browserEnv.ts';
import { replaceTexts, startI18n } from './i18n.ts';
import { fetchBrand } from './views/app/fetchBrand.ts';
import { createSiteLook } from './views/app/siteLook.ts';
import { mountConsole } from './views/mount.tsx';
import { screens } from './views/screens.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');

const app = createApp(browserEnv(window));
const texts = startI18n();
const look = createSiteLook(app.api);
// The screen of the address is fetched beside them; if that fails, the router tries again and says so.
screens
  .find(({ path }) => location.pathname === `/${path}`)
  ?.view()
  .catch(() => {});
// Together: one after the other, each would take the way there and back of a slow link. The look is there before the
// first render, so that the images of the brand do not flash before those of the site.
const [brand] = await Promise.all([fetchBrand(app.api, root, texts), look.refresh(), texts]);
replaceTexts(brand);
mountConsole(createRoot(root), app, brand, look);
