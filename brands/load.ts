import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrandProfile, brandSchema, defaultBrandId } from './schema.ts';

/** Ids of all profiles: the folders beside this file that hold a `brand.json`. */
export function brandIds(folder: string = import.meta.dirname): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * The profile that BRAND names, for the server; it hands it to the console by `GET /v1/brand`.
 * @param id name of a folder; nothing or an empty string is the default
 * @throws Error that lists the profiles there are, or says what is wrong in the file
 */
export function loadBrand(id: string | undefined, folder: string = import.meta.dirname): BrandProfile {
  const name = id || defaultBrandId;
  const known = brandIds(folder);
  if (!known.includes(name))
    throw new Error(`There is no brand "${name}". BRAND may be: ${known.join(', ')}`);
  const file = join(folder, name, 'brand.json');
  const result = brandSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!result.success)
    throw new Error(
      `${file}: ${result.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`).join('; ')}`,
    );
  if (result.data.id !== name) throw new Error(`${file}: id must be "${name}", like its folder`);
  return result.data;
}
