import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const views = fileURLToPath(new URL('../../../src/views', import.meta.url));

/** Forms whose success another part of the screen says, with that part. */
const elsewhere: Readonly<Record<string, string>> = {
  'media/files/MoveDialog.tsx': 'results of the batch above the list',
  'shared/io/PulseDialog.tsx': 'results of the batch above the list',
  'shared/io/TestDialog.tsx': 'results of the batch above the list',
  'shared/upgrades/RolloutDialog.tsx': 'a message that names the number of terminals',
  'shared/zones/ZoneDialog.tsx': 'results of the batch above the list',
  'system/accounts/AccountDialogs.tsx': 'the line with the next steps',
  'terminals/devices/AdministrationDialogs.tsx': 'results of the batch above the list',
  'terminals/devices/VolumeDialog.tsx': 'results of the batch above the list',
  'terminals/dialogues/CallDialog.tsx': 'the call itself',
  'terminals/dialogues/PhonePageDialog.tsx': 'the state of the phone, which rings and then pages',
  'terminals/scan/AdoptDialog.tsx': 'the line with the next steps',
  'terminals/scan/ReplaceDialog.tsx': 'the line that names the replaced terminal',
};

it('every form says what it saved, or is one of those whose screen says it', () => {
  const files = readdirSync(views, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const texts = files.map((name) => ({ name, text: readFileSync(`${views}/${name}`, 'utf8') }));
  const silent = texts.filter(({ text }) => /\bsaved="elsewhere"/.test(text)).map(({ name }) => name);
  expect(silent.sort()).toEqual(Object.keys(elsewhere).sort());
});
