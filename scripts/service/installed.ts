/**
 * Settings of the service that is installed already: those of its file, and the data folder that its unit names.
 * A later installation that is not given them keeps them.
 *
 * @param read returns the text of a file; null: it is not there
 */
export function installedSettings(
  places: { unit: string; settings: string },
  read: (path: string) => string | null,
): Record<string, string> {
  const lines = (path: string) => (read(path) ?? '').split('\n');
  const dataDir = lines(places.unit).flatMap((line) => /^Environment=DATA_DIR=(.+)$/.exec(line)?.[1] ?? []);
  const settings = lines(places.settings).flatMap((line) => {
    const [, name, value] = /^\s*(\w+)=(.*?)\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, unquoted(value)] as const];
  });
  return { ...(dataDir[0] !== undefined && { DATA_DIR: dataDir[0] }), ...Object.fromEntries(settings) };
}

/** Value of a line of an EnvironmentFile, as systemd.exec(5) quotes it. */
function unquoted(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value);
  if (quoted === null) return value;
  const inner = quoted[2] ?? '';
  return quoted[1] === '"' ? inner.replaceAll(/\\(["\\$`])/g, '$1') : inner;
}
