/** Edits between two words: insertions, deletions, changes and swaps of neighbours each count one. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** The known name closest to a mistyped one; null when none is close. */
export function closest(name: string, known: Iterable<string>): string | null {
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const each of known) {
    if (Math.abs(each.length - name.length) >= least) continue;
    const found = distance(wanted, each.toLowerCase());
    if (found < least && found < wanted.length) [best, least] = [each, found];
  }
  return best;
}

/** What to do about an unknown name: the closest known one, else the known ones if they are few. */
export function advise(name: string, known: readonly string[], what: string): string {
  const near = closest(name.slice(0, 100), known);
  if (near !== null) return `Did you mean ${near}?`;
  if (known.length === 0) return `There is no ${what}.`;
  if (known.length > 8) return `Check its spelling.`;
  return `There ${known.length === 1 ? 'is only' : 'are'} ${known.join(', ')}.`;
}
