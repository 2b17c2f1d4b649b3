/** The choices of a field, from their values to their labels. */
export function buildChoices(
  labels: Readonly<Record<string, string>>,
): { readonly value: string; readonly label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
