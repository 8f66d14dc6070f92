/** Formats a time as HH:mm:ss in a time zone; `at` in epoch milliseconds. */
export function clockTime(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone }).format(at);
}
