const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Validates an email address; null when it is accepted. */
export function emailProblem(text: string): string | null {
  const email = text.trim();
  if (email === '') return 'This field is required';
  return ADDRESS.test(email) ? null : 'The email is invalid';
}
