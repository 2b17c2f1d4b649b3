/** What is wrong with a name whatever it is given to; null for a sound one. */
export function nameMistake(name: string): string | null {
  if (name.trim() === '') return 'A name cannot be empty: write at least one letter.';
  if (name !== name.trim()) return 'A name cannot begin or end with a space.';
  if (/\p{Cc}/u.test(name)) return 'A name stands on one line and has no control characters.';
  if (name.length > 255) return 'A name has at most 255 characters.';
  return null;
}
