/** Line of `/metrics`. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Scrape {
  samples: Sample[];
  /** Type of each family by its name, with or without samples. */
  types: Map<string, string>;
  /** Families without a help text. */
  withoutHelp: string[];
}

/** Parses the text format of Prometheus. */
export function parseMetrics(text: string): Scrape {
  const samples: Sample[] = [];
  const types = new Map<string, string>();
  const helped = new Set<string>();
  for (const line of text.split('\n')) {
    const [, word, family, rest] = /^# (TYPE|HELP) (\S+) (.+)$/.exec(line) ?? [];
    if (word === 'TYPE' && family !== undefined) types.set(family, rest ?? '');
    if (word === 'HELP' && family !== undefined) helped.add(family);
    const found = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line);
    if (found === null) continue;
    const [, name = '', labels = '', value] = found;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [
      key,
      text,
    ]);
    samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return { samples, types, withoutHelp: [...types.keys()].filter((name) => !helped.has(name)) };
}
