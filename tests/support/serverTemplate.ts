import { execFileSync } from 'node:child_process';

/** Environment variable that names the folder `prepareTemplate` has made. */
export const templateVariable = 'TOCSIN_TEST_TEMPLATE';

/** Settings that a first start writes down: with one of them a server starts on an empty folder. */
const kept = ['ADMIN_PASSWORD', 'BRAND', 'DATABASE_URL', 'TZ_SITE'];

/** Fills an empty data folder from the template, where there is one and the settings are those that it was made with. */
export function copyTemplate(dataDir: string, settings: Record<string, string>): void {
  const template = process.env[templateVariable];
  if (template === undefined || kept.some((name) => name in settings)) return;
  execFileSync('cp', ['-a', `${template}/.`, dataDir]);
}
