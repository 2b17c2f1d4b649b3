import { DAY_PRESETS, presetOf, presetRange, usableRange } from '../../lib/dates.ts';
import type { FilterSpec } from '../../ui/filters/filter-spec.ts';

/**
 * The query under which a view of a list is saved. A range of days that is a shortcut is saved as the shortcut, so that
 * "7 Days" are the last ones whenever the view is opened.
 * @param search the query of the address
 * @param names the parameters that belong to the view: those of the filters and of the order
 * @param today yyyy-MM-dd
 */
export function viewQueryOf(
  specs: readonly FilterSpec[],
  search: string,
  { names, today }: { readonly names: readonly string[]; readonly today: string },
): string {
  const address = new URLSearchParams(search);
  const query = new URLSearchParams();
  for (const name of [...names].sort()) {
    const value = address.get(name);
    if (value !== null && value !== '') query.set(name, value);
  }
  for (const spec of specs) {
    if (spec.kind !== 'days') continue;
    const range = usableRange(query.get(spec.start), query.get(spec.end), today);
    const preset = range === null ? null : presetOf(range, today);
    if (preset === null) continue;
    query.set(spec.start, preset);
    query.delete(spec.end);
  }
  return query.toString();
}

/** The query of the address that opens a saved view: shortcuts become the days that they mean today. */
export function addressOfView(specs: readonly FilterSpec[], saved: string, today: string): string {
  const query = new URLSearchParams(saved);
  for (const spec of specs) {
    if (spec.kind !== 'days') continue;
    const preset = DAY_PRESETS.find((candidate) => candidate === query.get(spec.start));
    if (preset === undefined) continue;
    const range = presetRange(preset, today);
    query.set(spec.start, range.start);
    query.set(spec.end, range.end);
  }
  return query.toString();
}
