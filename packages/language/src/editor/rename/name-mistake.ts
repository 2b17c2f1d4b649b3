/** Why a name is not valid for any symbol; null for a valid one. */
export function nameMistake(name: string): string | null {
  if (name.trim() === '') return 'A name cannot be empty: write at least one letter.';
  if (name !== name.trim()) return 'A name cannot begin or end with a space.';
  if (/\p{Cc}/u.test(name)) return 'A name must be on one line, without control characters. Remove them.';
  if (name.length > 255) return 'A name has at most 255 characters.';
  return null;
}
