/**
 * Reason why a database is refused: of another installation, of a newer program, held by another server, unable to
 * read its own files, or removed from the data folder.
 */
export type Refusal = 'identity' | 'newer' | 'held' | 'damaged' | 'missing';

/**
 * Error that an administrator can correct before the server starts: a port in use, an invalid setting, a
 * folder without permissions. The entry points print its message without a stack, and exit with 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** Reason why a database that answers must not be used by this server; undefined: another failure. */
  readonly refusal: Refusal | undefined;

  constructor(message: string, refusal?: Refusal, options?: ErrorOptions) {
    super(message, options);
    this.refusal = refusal;
  }
}

/**
 * Runs a program's main function: prints a `StartError` as plain text, other errors with stack; exits with 1.
 */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const text = error instanceof StartError ? error.message : error instanceof Error ? error.stack : error;
    process.stderr.write(`\n${text}\n\n`);
    process.exit(1);
  }
}
