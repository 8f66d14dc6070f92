/** Starter of a broadcast: an account, or (without one) a station or an input with its code. */
export interface StartedBy {
  accountId: number | null;
  code: string;
  /** Code of the terminal at which an account starts it; absent: none. */
  station?: string | undefined;
}

/** Values of the row of a broadcast that begins now: its time, and who starts it. @param now wall time, ms */
export function beginsNow(now: number, { accountId, code, station = '' }: StartedBy) {
  return {
    state: 'playing' as const,
    anchor_at: now,
    started_by: accountId,
    ...(accountId === null
      ? { operator_code: '', device_code: code }
      : { operator_code: code, device_code: station }),
    started_at: Math.floor(now / 1000),
    started_ms: Math.round(now),
  };
}
