/** What is wrong with a text that must not be empty; null when nothing is. */
export const requiredProblem = (text: string): string | null => (text.trim() === '' ? 'Required field' : null);
