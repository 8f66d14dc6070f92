/** Password of the account `admin` in test applications. */
export const adminPassword = 'Correct-Horse-1';
