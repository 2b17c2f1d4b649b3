/** Placeholder of a stored secret, always of the same length. */
export const STORED_SECRET = '•'.repeat(22);
/** Help below the field of a stored secret. */
export const STORED_HELP = 'Stored. Leave empty to keep it.';
/** Help below the field of a stored secret that is removed. */
export const REMOVED_HELP = 'Removed when you save.';
