import type { Config } from '../../platform/config/config.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import { UPGRADE_FEATURE } from './fitness.ts';

/**
 * Sends the trusted signing keys of the site to terminals that can be upgraded, when they connect and when
 * the keys change.
 */
export function createTrustedKeys(deps: {
  config: Pick<Config, 'get' | 'onChange'>;
  terminals: Pick<Terminals, 'directory' | 'gateway'>;
}) {
  const { config, terminals } = deps;
  const { directory, gateway } = terminals;
  const current = () => config.get().upgrade_keys.map(({ key }) => key);
  let lastSent = current().join();

  function send(terminal: number): void {
    if (directory.byId(terminal)?.seen.features.includes(UPGRADE_FEATURE) !== true) return;
    gateway.link(terminal)?.send({ type: 'upgrade.keys', keys: current() });
  }
  config.onChange(() => {
    const keys = current().join();
    if (keys === lastSent) return;
    lastSent = keys;
    for (const link of gateway.links()) send(link.terminalId);
  });
  return { trusts: (key: string) => current().includes(key), send };
}
