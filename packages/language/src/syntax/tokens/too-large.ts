/** The end of a message about an integer beyond 64 bits. */
export const TOO_LARGE = {
  problem: 'too large',
  advice: 'Write at most 9223372036854775807, or use a decimal point.',
} as const;
