import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NEVER } from 'rxjs';
import { type BrandProfile, brandSchema } from '../../brands/schema.ts';
import brandFile from '../../brands/tocsin/brand.json';
import type { ToConsole } from '../../contract/api/live.ts';
import { type PermissionKey, permissionKeys } from '../../contract/api/permissions.ts';
import type { Profile } from '../../contract/entities/site/session.ts';
import { createApp } from '../../src/app.ts';
import { AppProvider } from '../../src/views/app/AppContext.tsx';
import type { Screen } from '../../src/views/app/screen.ts';
import { createSiteClock } from '../../src/views/app/siteClock.ts';
import { createSiteLook } from '../../src/views/app/siteLook.ts';
import { MessagesProvider } from '../../src/views/kit/messages/MessagesContext.tsx';
import { createMessageCentre } from '../../src/views/kit/messages/messages.ts';
import { PreferencesProvider } from '../../src/views/kit/preferences/PreferencesContext.tsx';
import { createPreferences } from '../../src/views/kit/preferences/preferences.ts';
import { ThemeProvider } from '../../src/views/theme/ThemeProvider.tsx';
import { fakeCookies, fakeStorage } from '../support/fakeBrowser.ts';
import { type FakeAnswer, type FakeCall, failed, fakeServer, ok } from '../support/fakeServer.ts';
import { socketMaker } from '../support/fakeSocket.ts';

export const brand: BrandProfile = brandSchema.parse(brandFile);

export function profileOf(permissions: readonly PermissionKey[]): Profile {
  return {
    id: 1,
    code: 'anna',
    name: 'Anna',
    role_code: 'operator',
    role_name: 'Operator',
    permissions: [...permissions],
    role_permissions: [...permissions],
    all_zones: true,
    whole_site: true,
    groups: [],
    must_change_password: false,
  };
}

export interface TestOptions {
  /** Null: nobody is logged in. */
  permissions?: readonly PermissionKey[] | null;
  /** Other fields of the account: its zones. */
  account?: Partial<Profile>;
  path?: string;
  screens?: readonly Screen[];
  reload?: () => void;
  answer?: (call: FakeCall) => FakeAnswer | null;
}

/** Creates the context of the views with a server, a socket and a browser that the test operates. */
export function createTestProviders(options: TestOptions = {}) {
  const user =
    options.permissions === null
      ? null
      : { ...profileOf(options.permissions ?? permissionKeys), ...options.account };
  const server = fakeServer((call) => {
    const answered = options.answer?.(call);
    if (answered !== undefined && answered !== null) return answered;
    if (call.path === '/v1/socket/ticket') return ok({ ticket: 'tick' });
    if (call.path === '/v1/clock') return ok({ at: Date.now(), time_zone: 'Asia/Shanghai' });
    if (call.path === '/v1/profile') return user === null ? failed(401) : ok(user);
    if (call.path === '/v1/login')
      return ok({ ...profileOf(permissionKeys), token: 'new', role: 'operator' });
    if (call.path.startsWith('/v1/preference/')) return ok(null);
    return failed(404);
  });
  const sockets = socketMaker();
  const time = { now: 0 };
  const app = createApp({
    location: new URL(options.path ?? '/', 'https://site:8443'),
    history: { state: null, replaceState: () => {} },
    cookies: fakeCookies(user === null ? '' : 'TOKEN=old'),
    sessionStorage: fakeStorage(user === null ? {} : { loginUser: JSON.stringify(user) }),
    localStorage: { getItem: () => 'en' },
    languages: [],
    reload: options.reload ?? (() => {}),
    now: () => time.now,
    isOnline: () => true,
    wake$: NEVER,
    adapter: server.adapter,
    createWebSocket: sockets.create,
  });
  const centre = createMessageCentre();
  const look = createSiteLook(app.api);
  const clock = createSiteClock(app.api);
  const services = { app, brand, clock, look, screens: options.screens ?? [] };
  const preferences = createPreferences(app.api);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  function Providers(props: { children: ReactNode }) {
    return (
      <AppProvider services={services}>
        <MessagesProvider centre={centre}>
          <PreferencesProvider preferences={preferences}>
            <QueryClientProvider client={queries}>
              <ThemeProvider ramp={brand.colours.ramp} language="en">
                {props.children}
              </ThemeProvider>
            </QueryClientProvider>
          </PreferencesProvider>
        </MessagesProvider>
      </AppProvider>
    );
  }
  /**
   * Answers every open subscription of a topic with a snapshot; to be called after the view has subscribed.
   */
  function snapshot(topic: string, rows: readonly { id: number }[], at = Date.now()): void {
    const socket = sockets.made.at(-1);
    const ids = (socket?.sent ?? []).flatMap((one) =>
      one.type === 'subscribe' && one.topic === topic ? [one.id] : [],
    );
    const updates = ids.map((id) => ({ id, kind: 'snapshot' as const, epoch: 'e', seq: 1, rows }));
    socket?.receive({ type: 'frame', at, updates } as unknown as ToConsole);
  }
  return { app, centre, calls: server.calls, sockets: sockets.made, time, services, Providers, snapshot };
}
