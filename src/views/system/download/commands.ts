/**
 * Shell commands that start a headless terminal from a copy of this software (README), for a server's
 * address.
 */
export function headlessCommands(origin: string): string[] {
  return [`npm run terminal -- --server ${origin}`, 'npm run terminal -- --help'];
}
