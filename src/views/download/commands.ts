/** How a terminal without a browser is started, from a copy of this software (README), at a server's address. */
export function headlessCommands(origin: string): string[] {
  return [`npm run terminal -- --server ${origin}`, 'npm run terminal -- --help'];
}
