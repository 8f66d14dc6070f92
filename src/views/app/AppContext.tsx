import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import type { BrandProfile } from '../../../brands/schema.ts';
import { hasPermission, type PermissionKey } from '../../../contract/api/permissions.ts';
import type { Profile } from '../../../contract/entities/site/session.ts';
import type { SiteInfo } from '../../../contract/entities/site/systemConfig.ts';
import type { App } from '../../app.ts';
import type { Screen } from './screen.ts';
import type { SiteClock } from './siteClock.ts';
import { type SiteLook, siteBrand } from './siteLook.ts';
import { useObservable } from './useObservable.ts';

/** Context of the views: the app below React, the brand and the site clock. */
export interface AppServices {
  app: App;
  brand: BrandProfile;
  clock: SiteClock;
  /** Titles and pictures of the site that replace those of the brand. */
  look: SiteLook;
  /**
   * Screens that are built and that the brand shows. Passed by context, because the table imports the views.
   */
  screens: readonly Screen[];
}

const Context = createContext<AppServices | null>(null);

export function AppProvider(props: { services: AppServices; children: ReactNode }) {
  return <Context.Provider value={props.services}>{props.children}</Context.Provider>;
}

function useAppServices(): AppServices {
  const services = useContext(Context);
  if (services === null) throw new Error('outside AppProvider');
  return services;
}

/** Returns API, streams and machines. */
export function useApp(): App {
  return useAppServices().app;
}

/** Returns the brand with titles and password rule of the site. */
export function useBrand(): BrandProfile {
  const { brand } = useAppServices();
  const site = useSite();
  return useMemo(() => siteBrand(brand, site), [brand, site]);
}

/** Returns the brand as in its profile. */
export function useOwnBrand(): BrandProfile {
  return useAppServices().brand;
}

/** Returns titles and pictures of the site; null before the first response of the server. */
export function useSite(): SiteInfo | null {
  const { site$ } = useSiteLook();
  return useObservable(site$, site$.value);
}

export function useSiteLook(): SiteLook {
  return useAppServices().look;
}

export function useSiteClock(): SiteClock {
  return useAppServices().clock;
}

/** Returns the screen of a path, if it is built and the brand shows it. */
export function useScreen(path: string): Screen | undefined {
  return useAppServices().screens.find((screen) => screen.path === path);
}

/** Returns the profile of the account; null on the login page. */
export function useUser(): Profile | null {
  return useSelector(useApp().session, (state) => state.context.user);
}

/** Returns a check for a permission, or any of several. It only hides controls; the server decides. */
export function usePermission(): (needed: PermissionKey | readonly PermissionKey[]) => boolean {
  const permissions = useUser()?.permissions;
  const held = useMemo(() => new Set(permissions ?? []), [permissions]);
  return useCallback((needed) => hasPermission(held, needed), [held]);
}
