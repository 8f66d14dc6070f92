import { fileURLToPath } from 'node:url';

/**
 * Folder of the installation; an upgraded program runs from a slot beside the state file (docs/protocols/upgrade-package.md).
 */
export const home = process.env.TOCSIN_HOME ?? fileURLToPath(new URL('../..', import.meta.url));
