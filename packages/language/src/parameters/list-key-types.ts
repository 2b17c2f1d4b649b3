/** Up to this many types are listed by name; beyond it, two names and a count. */
const NAMED = 4;

/** The types of key that a connector takes, as a message names them. */
export function listKeyTypes(names: readonly string[], show: (name: string) => string = (name) => name): string {
  if (names.length <= NAMED) return names.map(show).join(' or ');
  return `${names.slice(0, 2).map(show).join(', ')} or one of ${names.length - 2} others`;
}
