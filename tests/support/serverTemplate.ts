import { execFileSync } from 'node:child_process';

/** Environment variable with the folder made by `prepareTemplate`. */
export const templateVariable = 'TOCSIN_TEST_TEMPLATE';

/** Settings stored at a first start: with one of them a server starts on an empty folder. */
const kept = ['ADMIN_PASSWORD', 'BRAND', 'DATABASE_URL', 'TZ_SITE'];

/** Fills an empty data folder from the template, if there is one and the settings match. */
export function copyTemplate(dataDir: string, settings: Record<string, string>): void {
  const template = process.env[templateVariable];
  if (template === undefined || kept.some((name) => name in settings)) return;
  execFileSync('cp', ['-a', `${template}/.`, dataDir]);
}
