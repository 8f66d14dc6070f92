const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and system of a user agent, e.g. "Chrome, Windows"; null when it names neither. */
export function browserName(userAgent: string): string | null {
  const found = [browsers, systems].flatMap(
    (names) => names.find(([mark]) => userAgent.includes(mark))?.[1] ?? [],
  );
  return found.length === 0 ? null : found.join(', ');
}
