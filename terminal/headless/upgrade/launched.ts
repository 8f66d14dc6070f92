/** Interface between the launcher and the program that it starts; must never change. */

/** Exit code with which the program requests a restart by `slots.json`. */
export const RESTART_CODE = 75;
/** Environment variable with the folder of the slots; absent without a launcher. */
export const SLOTS_VARIABLE = 'TOCSIN_SLOTS';

/** Tells the launcher that the server has welcomed this program. */
export function reportWelcomed(): void {
  process.send?.({ welcomed: true });
}

/** Ends the program when its launcher has ended, because two programs would compete for one code. */
export function endWithLauncher(end: () => void): void {
  process.once('disconnect', end);
  process.channel?.unref();
}
