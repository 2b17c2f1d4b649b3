/** Headers by name from `name=value` pairs, whose values are URL-encoded. */
export function headerList(pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), decodeText(pair.slice(at + 1))];
    }),
  );
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
