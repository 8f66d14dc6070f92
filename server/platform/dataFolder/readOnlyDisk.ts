const isReadOnly = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EROFS';

/**
 * Prepares files at a start; on a disk that has become read-only this is left out: a system mounts a failing disk
 * so, and what alarms need can still be read from it.
 *
 * @throws every other error of `prepare`
 */
export async function unlessReadOnlyDisk(prepare: () => void | Promise<void>): Promise<void> {
  try {
    await prepare();
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
}
