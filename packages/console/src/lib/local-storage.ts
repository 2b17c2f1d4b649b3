/** What the browser keeps under a key, as plain JSON. Null when nothing readable is there. */
export function readLocal(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps a value in the browser; silently does without when storage is full or switched off. */
export function writeLocal(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The server holds the same preference.
  }
}
