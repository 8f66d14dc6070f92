/**
 * Something a person can mend before the server starts: a taken port, a bad setting, a folder without rights.
 * The entry points print its message alone, without a stack, and exit with 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Runs a program's main function: prints a `StartError` as plain text, anything else with its stack; exit 1. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : error;
    process.stderr.write(`\n${text}\n\n`);
    process.exit(1);
  }
}
