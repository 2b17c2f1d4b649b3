import { matchesOption } from '@switchboard/model/presentation/option-search';

export type Option = { readonly value: string; readonly label: string };

/** Options whose values are shown as they are. */
export const namesAsOptions = (names: readonly string[] | undefined): Option[] =>
  (names ?? []).map((name) => ({ value: name, label: name }));

/** The options with the selected values that are not among them at the end: a value of the address may be gone. */
export function withSelected(options: readonly Option[], selected: readonly string[]): readonly Option[] {
  const known = new Set(options.map((option) => option.value));
  return [...options, ...selected.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))];
}

/** The options whose label contains a word, ignoring case. */
export function matchingOptions(options: readonly Option[], word: string): readonly Option[] {
  return options.filter(({ label }) => matchesOption(label, word));
}

/** The labels of the selected values, in the order of their selection. */
export function selectedLabels(options: readonly Option[], selected: readonly string[]): readonly string[] {
  const labels = new Map(options.map((option) => [option.value, option.label]));
  return selected.map((value) => labels.get(value) ?? value);
}

/** The first of the labels and how many more there are: "video +1". Null without labels. */
export function summarizeLabels([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  return others.length === 0 ? first : `${first} +${others.length}`;
}
