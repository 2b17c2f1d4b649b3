/** Bounds of the days for which entries of the audit log are kept. */
export const MIN_RETENTION_DAYS = 90;
export const MAX_RETENTION_DAYS = 36_500;
