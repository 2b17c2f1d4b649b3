import { type KeyProblem, keyProblem } from '@switchboard/model/key-types/key-problems';
import { LIMITS } from '@switchboard/model/limits';
import { changesDirection } from '@switchboard/model/presentation/text-problem';

const NAME = { name: 'name', label: 'Key name', longest: 200 } as const;
const DESCRIPTION = { name: 'description', label: 'Description', longest: LIMITS.commentLength } as const;
type NamedText = typeof NAME | typeof DESCRIPTION;

/** Validates the name of a key; null when it is valid. */
export function checkName(name: string): KeyProblem | null {
  if (name.trim() === '') return keyProblem('field_required', NAME);
  return (
    checkText(NAME, name) ??
    (/\p{Cc}/u.test(name.trim()) || changesDirection(name) ? keyProblem('text_not_valid', NAME) : null)
  );
}

export const checkDescription = (description: string): KeyProblem | null => checkText(DESCRIPTION, description);

function checkText(field: NamedText, text: string): KeyProblem | null {
  if (text.trim().length > field.longest) return keyProblem('value_too_long', field, String(field.longest));
  return text.includes('\0') || !text.isWellFormed() ? keyProblem('text_not_valid', field) : null;
}

/** Another key has the name, or the published script uses it for another key. */
export function nameTaken(outcome: 'taken' | 'in_use', name: string): KeyProblem {
  const problem = keyProblem('name_taken', NAME);
  if (outcome === 'taken') return problem;
  const message = `The published script uses ${name} for the key that had this name. Publish it with the present name first.`;
  return { ...problem, message };
}
