/** Reads a JSON value from the browser's storage. Null when it is absent or not valid JSON. */
export function readLocal(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Stores a value in the browser. Ignores storage that is full or disabled: the server has the same preference. */
export function writeLocal(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Not stored here; see above.
  }
}
