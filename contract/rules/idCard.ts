import { z } from 'zod';
import { idCard } from './rules.ts';

/** Digits that stay visible in a masked ID card number. */
const SHOWN = 4;

/** Masks an ID card number: stars and its last four characters. Empty stays empty. */
export function maskedIdCard(number: string): string {
  return number === '' ? '' : '*'.repeat(number.length - SHOWN) + number.slice(-SHOWN).toUpperCase();
}

/** ID card number of a request; empty: none. */
export const optionalIdCard = idCard.or(z.literal(''));

/**
 * Field of a form: an ID card number, nothing, or the masked number, which stands for the one that is stored. The
 * server accepts no masked number.
 */
export const idCardField = z
  .string()
  .trim()
  .refine((text) => /^\*{11,14}\d{3}[\dX]$/.test(text) || optionalIdCard.safeParse(text).success, {
    error: 'rules.idCard',
  });
