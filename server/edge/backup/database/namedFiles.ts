import type pg from 'pg';
import { PROGRAMME_FILE } from '../../../sound/files/programmeFiles.ts';
import { hasTable } from './snapshot.ts';

/** A file that a row names. */
interface Named {
  /**
   * Possible paths in the data folder; the first existing one counts, because a file that was just accepted
   * has another name for a moment.
   */
  places: string[];
  /** False for a file that may be missing. */
  isNeeded: boolean;
}

/**
 * Lists the files that the rows of a snapshot name. Tables may be missing in a database that was not migrated
 * yet.
 */
export async function namedFiles(client: pg.Client): Promise<Named[]> {
  const named: Named[] = [];
  for (const { table, statement, places } of NAMED) {
    if (!(await hasTable(client, table))) continue;
    const { rows } = await client.query<{ name: string; needed: boolean }>(statement);
    for (const { name, needed } of rows) named.push({ places: places(name), isNeeded: needed });
  }
  return named;
}

const NAMED: { table: string; statement: string; places: (name: string) => string[] }[] = [
  {
    table: 'file',
    statement: `select id::text as name, build_status <> 'failed' as needed from file`,
    places: (id) => [`media/file/${id}/original`, `media/file/${id}.uncommitted/original`],
  },
  {
    table: 'preset_text',
    statement: `select distinct speech_key as name, true as needed from preset_text
      where build_status = 'built' and speech_key is not null`,
    places: (key) => [`media/speech/${key}/${PROGRAMME_FILE}`],
  },
  {
    table: 'upgrade_file',
    statement: `select id::text as name, build_status <> 'failed' as needed from upgrade_file`,
    places: (id) => [`upgrades/packages/${id}`, `upgrades/packages/${id}.uncommitted`],
  },
  {
    table: 'record_file',
    // A recording that has just begun has no audio yet.
    statement: 'select path as name, duration_ms is not null as needed from record_file',
    places: (path) => [`recordings/${path}`],
  },
  {
    table: 'setting',
    statement: `select image.value ->> 'name' as name, true as needed
      from setting, jsonb_each(setting.value) as image where setting.key = 'site_images'`,
    places: (name) => [`site/${name}.png`],
  },
  {
    table: 'site_plan',
    statement: 'select distinct picture as name, true as needed from site_plan where picture is not null',
    places: (name) => [`plans/${name}.webp`],
  },
];

/** Needed files that were not found at any of their paths. */
export function missingOf(named: readonly Named[], held: { has(path: string): boolean }): string[] {
  return named
    .filter(({ places, isNeeded }) => isNeeded && !places.some((place) => held.has(place)))
    .map(({ places: [first = ''] }) => first);
}

/** Folders in which every file belongs to a row. */
const OF_ROWS = /^(media\/file|upgrades\/packages|recordings|site|plans)\//;

/**
 * Held files that belong to the snapshot: without those deleted before or added after it, and without
 * duplicates that are held under two names.
 */
export function ofMoment(named: readonly Named[], held: ReadonlyMap<string, string>): [string, string][] {
  const own = new Set<string>();
  for (const { places } of named) {
    const place = places.find((one) => held.has(one)) ?? places[0] ?? '';
    own.add(place);
    own.add(folderOf(place));
  }
  return [...held]
    .filter(([path]) => !OF_ROWS.test(path) || isOwn(path))
    .sort(([a], [b]) => (a < b ? -1 : 1));

  function isOwn(path: string): boolean {
    // A recording with its row in a file beside it: the database was away when it began.
    if (path.startsWith('recordings/')) {
      const sound = path.replace(/\.json$/, '');
      return own.has(sound) || held.has(`${sound}.json`);
    }
    return own.has(path) || (path.startsWith('media/file/') && own.has(folderOf(path)));
  }
}

/** Folder of an upload, with everything derived from it. */
function folderOf(path: string): string {
  return path.split('/').slice(0, 3).join('/');
}
