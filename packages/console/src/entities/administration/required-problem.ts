/** Returns the problem of an empty text; null for any other. */
export const requiredProblem = (text: string): string | null => (text.trim() === '' ? 'Required field' : null);
