import { afterEach, beforeEach } from 'vitest';
import { createTerminal, type Terminal, type TerminalOptions } from '../../../terminal/headless/terminal.ts';
import { FakeServer } from './fakeServer.ts';

/** Gives each test of a file a server of its own, and headless terminals at it that end with the test. */
export function headlessSite() {
  const terminals: Terminal[] = [];
  const site = {
    server: undefined as unknown as FakeServer,
    start(options: Partial<TerminalOptions> = {}): Terminal {
      const code = `T-${terminals.length + 1}`;
      const terminal = createTerminal({ server: site.server.url, code, ...options });
      terminals.push(terminal);
      return terminal;
    },
  };
  beforeEach(async () => {
    site.server = await FakeServer.start();
  });
  afterEach(async () => {
    for (const terminal of terminals.splice(0)) terminal.stop();
    await site.server.stop();
  });
  return site;
}

/** Tells if a terminal is welcomed and can play in time. */
export const ready = (t: Terminal) => t.session.phase === 'welcomed' && t.session.clock.synced;
