/** Action of the person at the terminal under test. */
export type PersonAction =
  | { key: 'dial'; number: string }
  | { key: 'answer' | 'hangup' }
  | { key: 'page'; zone: { id: number; name: string } };
