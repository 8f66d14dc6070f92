import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { waitFor } from 'xstate';
import { brandImageUrl } from '../../brands/index.ts';
import type { BrandProfile } from '../../brands/schema.ts';
import { toLanguage } from '../../contract/language.ts';
import { registerServiceWorker } from '../api/serviceWorker.ts';
import type { App } from '../app.ts';
import { AppProvider } from './app/AppContext.tsx';
import { createLoadAhead, whenIdle } from './app/loadAhead.ts';
import { listenForLostChunks } from './app/lostChunks.ts';
import { createSiteClock } from './app/siteClock.ts';
import type { SiteLook } from './app/siteLook.ts';
import { useLanguage } from './app/useLanguage.ts';
import { MessagesProvider } from './kit/messages/MessagesContext.tsx';
import { createMessageCentre } from './kit/messages/messages.ts';
import { PreferencesProvider } from './kit/preferences/PreferencesContext.tsx';
import { createPreferences } from './kit/preferences/preferences.ts';
import { laterParts } from './laterParts.ts';
import { createRouter } from './router.tsx';
import { availableScreens } from './screens.ts';
import { connectNotices } from './shared/frame/notices.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

/** Refresh interval of the server clock, ms: computer clocks drift. */
const clockEvery = 600_000;

function Themed(props: { brand: BrandProfile; children: React.ReactNode }) {
  return (
    <ThemeProvider ramp={props.brand.colours.ramp} language={useLanguage()}>
      {props.children}
    </ThemeProvider>
  );
}

/** Renders the views on top of the app and starts it. */
export function mountConsole(root: Root, app: App, brand: BrandProfile, look: SiteLook): void {
  const centre = createMessageCentre();
  const preferences = createPreferences(app.api);
  const clock = createSiteClock(app.api);
  const queries = new QueryClient({
    defaultOptions: {
      // A failed call has been reported already; retrying it silently would only delay that.
      queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  const screens = availableScreens([...brand.hiddenScreens, ...(brand.downloadPage ? [] : ['download'])]);
  const router = createRouter(app, screens);

  connectNotices(app.notices$, centre);
  // Rows contain texts of the server in the language in which they were read.
  i18next.on('languageChanged', (language) => {
    app.setLanguage(toLanguage(language));
    void queries.invalidateQueries();
  });
  app.navigations$.subscribe((path) => void router.navigate(path, { replace: true }));
  // Another account must see no data of the previous one; the same account may read its messages again.
  let last = app.session.getSnapshot().context.user?.id;
  app.session.subscribe(({ context: { user } }) => {
    if (user === null || user.id === last) return;
    last = user.id;
    queries.clear();
    preferences.clear();
    centre.clear();
  });
  app.streams.site.rows$.subscribe(look.take);
  const ahead = createLoadAhead({
    idle: whenIdle,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  listenForLostChunks(window, router, app, ahead);
  void waitFor(app.session, (state) => state.matches('loggedIn'), { timeout: Number.POSITIVE_INFINITY }).then(
    () => ahead.load(laterParts),
  );
  const favicon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const image = brandImageUrl(brand, 'favicon');
  if (favicon !== null && image !== undefined) favicon.href = image;
  // The browser offers to install the console under its name in this language.
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (manifest !== null) manifest.href = `/v1/app/console/manifest?lang=${i18next.language}`;
  registerServiceWorker(window, () => centre.add('warning', i18next.t('version.outdated')));
  void clock.refresh();
  setInterval(() => void clock.refresh(), clockEvery);
  app.start();

  root.render(
    <StrictMode>
      <AppProvider services={{ app, brand, clock, look, screens }}>
        <MessagesProvider centre={centre}>
          <PreferencesProvider preferences={preferences}>
            <QueryClientProvider client={queries}>
              <Themed brand={brand}>
                <RouterProvider router={router} />
              </Themed>
            </QueryClientProvider>
          </PreferencesProvider>
        </MessagesProvider>
      </AppProvider>
    </StrictMode>,
  );
}
