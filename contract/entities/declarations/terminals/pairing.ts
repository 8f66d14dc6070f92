import type { Declaration } from '../../declaration.ts';

export const pairingCode = {
  key: 'pairing_code',
  one: { cn: '配对码', en: 'Pairing code', kr: '페어링 코드' },
} as const satisfies Declaration;
