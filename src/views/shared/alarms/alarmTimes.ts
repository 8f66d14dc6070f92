const pad = (value: number) => String(value).padStart(2, '0');

/** Formats a duration in ms as HH:MM:SS; negative ones as 0. */
export function elapsed(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1000));
  return `${pad(Math.floor(whole / 3600))}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
}

/** Formats the rest of a countdown in ms as MM:SS, with hours if needed; rounded up, so that 0 is the end. */
export function countdown(ms: number): string {
  const whole = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(whole / 3600);
  return `${hours > 0 ? `${pad(hours)}:` : ''}${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
}
