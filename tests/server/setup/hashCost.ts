import type { HashCost } from '../../../server/platform/auth/passwords/password.ts';

/**
 * Cost of password hashes in test applications, the lowest of argon2: with that of the product, logins took an eighth
 * of the processor time of all server tests.
 */
export const hashCost: HashCost = { memoryCost: 8, timeCost: 1 };
