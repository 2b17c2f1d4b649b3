/** Seconds. The console renews silently before it ends. */
export const ACCESS_TOKEN_TTL = 600;
/** Seconds for which a token is accepted after its end, for clocks that differ. */
export const CLOCK_TOLERANCE = 60;
