/** Starter of a broadcast: an account, or (without one) a station or an input with its code. */
export interface StartedBy {
  accountId: number | null;
  code: string;
}

/** Values of the row of a broadcast that begins now: its time, and who starts it. @param now wall time, ms */
export function beginsNow(now: number, { accountId, code }: StartedBy) {
  return {
    state: 'playing' as const,
    anchor_at: now,
    started_by: accountId,
    ...(accountId === null ? { operator_code: '', device_code: code } : { operator_code: code }),
    started_at: Math.floor(now / 1000),
    started_ms: Math.round(now),
  };
}
