import { settingDocs } from '../platform/process/env.ts';

/** `npm run settings`: prints all settings with default and meaning, as the table of the README. */
console.log('| Setting | Default | Meaning |\n|---|---|---|');
for (const setting of settingDocs()) {
  console.log(`| \`${setting.name}\` | ${setting.default} | ${setting.text} |`);
}
