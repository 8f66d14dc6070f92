/**
 * Shell commands that start a headless terminal from a copy of this software (README), for a server's
 * address.
 */
export function headlessCommands(origin: string, file: string | undefined): string[] {
  return [
    ...(file === undefined
      ? []
      : [
          `npm install ${origin}/v1/download/${encodeURIComponent(file)}`,
          `npx tocsin-terminal --server ${origin}`,
        ]),
    `npm run terminal -- --server ${origin}`,
    'npm run terminal -- --help',
  ];
}
