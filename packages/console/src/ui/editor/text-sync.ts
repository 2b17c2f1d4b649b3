/**
 * Distinguishes texts that come from outside from those that an editor reported itself and gets back later: by then the person may
 * have typed on, and the older text must not replace theirs.
 */
export class TextSync {
  readonly #given = new Map<string, string>();
  readonly #reported = new Map<string, string[]>();

  /** The person changed a file to this text. */
  report(path: string, text: string): void {
    this.#reported.set(path, [...(this.#reported.get(path) ?? []), text]);
  }

  /** Whether the text that a file is given comes from outside, and must be shown. */
  isForeign(path: string, text: string): boolean {
    if (this.#given.get(path) === text) return false;
    this.#given.set(path, text);
    const reported = this.#reported.get(path) ?? [];
    const index = reported.indexOf(text);
    this.#reported.set(path, reported.slice(index + 1));
    return index === -1;
  }
}
