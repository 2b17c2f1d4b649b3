/**
 * Remembers results by text, for functions whose few inputs recur.
 * @param max when so many are remembered all are dropped, so that a flood of inputs cannot fill the memory
 */
export function remember<Result>(max: number, compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = compute(text);
    if (known.size >= max) known.clear();
    known.set(text, result);
    return result;
  };
}
