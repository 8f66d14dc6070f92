import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { Loudspeaker } from './loudspeaker.ts';
import { test as ownHall } from './ownHall.ts';

interface Pair {
  /** Terminal in this process, with access to its received messages. */
  inside: Terminal;
  /** Terminal program as a process that can be killed. */
  outside: Loudspeaker;
}
/** Test with a site of its own and two terminals: `found` waits to be adopted, `adopted` is. */
export const test = ownHall.extend<{ found: Pair; adopted: Pair }>({
  found: async ({ hall: { server } }, use) => {
    const outside = new Loudspeaker(server.url, 'E2E-OUT', server.dataDir);
    const inside = createTerminal({ server: server.url, code: 'E2E-IN', name: 'Inside' });
    await use({ inside, outside });
    inside.stop();
    await outside.kill();
  },
  /** The same terminals, adopted, with the names Inside and Hall left. */
  adopted: async ({ hall: { api }, found }, use) => {
    const [, left] = await api.adopt(['E2E-IN', 'E2E-OUT']);
    await api.patch(`/v1/device/${left}`, { name: 'Hall left' });
    await use(found);
  },
});
