/** Whether a filter's option is shown for what was typed: a substring, ignoring case. */
export function matchesOption(label: string, typed: string): boolean {
  return label.toLowerCase().includes(typed.trim().toLowerCase());
}
