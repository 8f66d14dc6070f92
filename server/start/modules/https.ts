import { createHttpsOnly } from '../../platform/httpsOnly/httpsOnly.ts';
import { createPlainSockets } from '../../platform/httpsOnly/plainSockets.ts';
import { modulesAmong } from './module.ts';
import type { Outside } from './outside.ts';
import type { Platform } from './platform.ts';

const module = modulesAmong<Outside & Platform>();

export const httpsOnly = module({
  needs: ['config', 'dataDir', 'snapshotAt', 'log', 'heldRows'],
  open({ heldRows, ...needs }, onStop) {
    const httpsOnly = createHttpsOnly(needs);
    const plainSockets = createPlainSockets();
    onStop('httpsOnly', httpsOnly.close);
    // The setting of the database may be newer than that of the snapshot.
    heldRows.add(['setting'], () => {
      if (httpsOnly.isOn()) plainSockets.end();
    });
    return { httpsOnly, plainSockets };
  },
});
