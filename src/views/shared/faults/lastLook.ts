/** Storage key of the time at which this account last opened the flood view in this browser. */
const keyOf = (account: number) => `flood.looked.${account}`;

/** Time of the last look, epoch milliseconds; 0: never. */
export function lastLook(account: number): number {
  return Number(localStorage.getItem(keyOf(account))) || 0;
}

export function keepLook(account: number, at: number): void {
  localStorage.setItem(keyOf(account), String(at));
}
