import type { SitePlan } from '../../server/air/relaySites/sitePlan.types.ts';
import type { MediaClock } from '../../server/platform/clock/mediaClock.ts';
import { serverVersion } from '../../server/platform/config/version.ts';
import { Directory } from '../../server/site/terminals/directory.ts';
import { createGateway } from '../../server/site/terminals/gateway/gateway.ts';
import type { Gateway } from '../../server/site/terminals/gateway/terminals.types.ts';

export interface SiteTerminals {
  directory: Directory;
  gateway: Gateway;
}

/**
 * Takes the terminals of this relay without the server: those that it has adopted, by their secrets. Others wait until
 * the line is back, and nobody logs in by a password.
 */
export function createSiteTerminals(
  plan: SitePlan,
  clock: MediaClock,
  log: Record<'error' | 'warn', (details: object, message: string) => void>,
): SiteTerminals {
  const directory = new Directory();
  for (const row of plan.terminals) directory.put(row);
  const gateway = createGateway({
    clock,
    directory: {
      byCode: (code) => directory.byCode(code),
      byId: (id) => directory.byId(id),
      byCodeIgnoringCase: (code) => directory.byCodeIgnoringCase(code),
      recordConnection(terminal, hello, address) {
        directory.byId(terminal.id)?.welcomed(hello, address, null, Math.floor(Date.now() / 1000));
      },
      recordReached() {},
      secretSent() {},
      enrol: async () => null,
      disabled: () => false,
      hasPassword: () => false,
      logOut: async () => {},
      logIn: async () => null,
    },
    found: { upsert() {}, remove() {} },
    site: () => plan.site,
    partnerAddresses: () => [],
    version: serverVersion,
    log,
  });
  return { directory, gateway };
}

/** Sets the volume of terminals until the server does. */
export function setVolume(
  { directory, gateway }: SiteTerminals,
  ids: readonly number[],
  ao_volume: number,
): void {
  for (const id of ids) {
    const terminal = directory.byId(id);
    if (terminal === undefined) continue;
    directory.put({ ...terminal.row, ao_volume });
    gateway.settingsChanged(id);
  }
}
