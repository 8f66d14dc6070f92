/** When somebody last had the flood view before them, in this browser and by this account. */
const keyOf = (account: number) => `flood.looked.${account}`;

/** Epoch milliseconds; 0: never. */
export function lastLook(account: number): number {
  return Number(localStorage.getItem(keyOf(account))) || 0;
}

export function keepLook(account: number, at: number): void {
  localStorage.setItem(keyOf(account), String(at));
}
