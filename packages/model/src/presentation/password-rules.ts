import { LIMITS } from '../limits.ts';

/** The special characters that a password may contain. */
export const PASSWORD_SPECIALS = '!@#$%^&*()_+-=[]{}|;:,.<>?/~';

/** Result of estimating a password's strength. */
export type PasswordStrength = {
  /** 0 to 4. */
  readonly score: number;
  readonly warning: string;
  readonly suggestions: readonly string[];
};

type Rule = { readonly text: string; readonly holds: (characters: readonly string[]) => boolean };

const isSpecial = (character: string): boolean => PASSWORD_SPECIALS.includes(character);
const some =
  (pattern: RegExp) =>
  (characters: readonly string[]): boolean =>
    characters.some((character) => pattern.test(character));

/** In the order in which they are listed. */
const RULES: readonly Rule[] = [
  {
    text: `${LIMITS.passwordMinLength} to ${LIMITS.passwordMaxLength} characters`,
    holds: ({ length }) => length >= LIMITS.passwordMinLength && length <= LIMITS.passwordMaxLength,
  },
  { text: 'a lowercase letter', holds: some(/[a-z]/) },
  { text: 'an uppercase letter', holds: some(/[A-Z]/) },
  { text: 'a digit', holds: some(/[0-9]/) },
  { text: `a special character of ${PASSWORD_SPECIALS}`, holds: (characters) => characters.some(isSpecial) },
  {
    text: 'no other characters than these and spaces',
    holds: (characters) => characters.every((character) => /[A-Za-z0-9 ]/.test(character) || isSpecial(character)),
  },
];

/** The rules that a password breaks, each as the list below the field names it. */
export function brokenPasswordRules(password: string): string[] {
  const characters = [...password];
  return RULES.filter(({ holds }) => !holds(characters)).map(({ text }) => text);
}

/** The rules that a password breaks, as a sentence; null for none. */
export function passwordListText(password: string): string | null {
  const broken = brokenPasswordRules(password);
  return broken.length === 0 ? null : `Password must have: ${broken.join(', ')}.`;
}

/** Returns the broken password rules, as texts in the order in which they are shown; empty when it is accepted. */
export function passwordProblems(password: string, strength: PasswordStrength): string[] {
  const listed = passwordListText(password);
  if (listed !== null) return [listed];
  if (strength.score > LIMITS.passwordScore) return [];
  return ["Password isn't strong enough.", strength.warning, ...strength.suggestions].filter((text) => text !== '');
}
