/** What the launcher and the program that it starts have agreed on; it must never change. */

/** The program ends with this to be started anew, as `slots.json` says. */
export const RESTART_CODE = 75;
/** Environment: the folder of the slots. Without it nobody would start another version. */
export const SLOTS_VARIABLE = 'TOCSIN_SLOTS';

/** Tells the launcher that the server has let this program in. */
export function tellWelcomed(): void {
  process.send?.({ welcomed: true });
}

/** A program whose launcher is gone ends too: two of them would fight for one code. */
export function endWithLauncher(end: () => void): void {
  process.once('disconnect', end);
  process.channel?.unref();
}
