import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LIBRARIES = '/usr/lib';

/** Tells if the TLS module of kamailio is installed; its folder has the name of the processor. */
export const tlsModule = (): boolean =>
  existsSync(LIBRARIES) &&
  readdirSync(LIBRARIES).some((name) => existsSync(join(LIBRARIES, name, 'kamailio/modules/tls.so')));
