import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entityTexts } from '../../contract/entities/entityTexts.ts';
import type { Language } from '../../contract/language.ts';

const root = join(import.meta.dirname, '..', '..');

/** Folders whose code may use locale keys. */
const folders = ['src', 'contract', 'terminal', 'brands'];

/** The text of every source file that may use a locale key, by path. A folder that is not there yet has none. */
export function sources(): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    let names: string[];
    try {
      names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    } catch {
      continue;
    }
    for (const name of names)
      if (/\.(ts|tsx|json|html)$/.test(name)) {
        const path = join(folder, name);
        found.set(path, readFileSync(join(root, path), 'utf8'));
      }
  }
  return found;
}

/** Texts of the console as dotted key → text: those of a locale file, and what entities are called. */
export function readLocale(language: Language): Map<string, string> {
  const flat = new Map<string, string>();
  const walk = (node: unknown, path: string) => {
    if (typeof node === 'string') flat.set(path, node);
    else
      for (const [name, child] of Object.entries(node as object))
        walk(child, path === '' ? name : `${path}.${name}`);
  };
  walk(entityTexts(language), '');
  walk(JSON.parse(readFileSync(join(root, 'locales', `${language}.json`), 'utf8')), '');
  return flat;
}

/** Names of the sections of a locale file, in their order. */
export function sectionsOf(language: string): string[] {
  return Object.keys(JSON.parse(readFileSync(join(root, 'locales', `${language}.json`), 'utf8')));
}
