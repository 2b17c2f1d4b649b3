const LONGEST_RUN = 40;
const KEPT = 12;
const PICTURES = 0x2400;

/** An example as a page shows it: control characters as their pictures, and endless repetitions cut short. */
export function shownExample(script: string): string {
  return script
    .trim()
    .replace(/[^\P{Cc}\n]/gu, (found) => String.fromCodePoint(PICTURES + (found.codePointAt(0) ?? 0)))
    .replace(/(.)\1*/gu, (run, char: string) => (run.length > LONGEST_RUN ? `${char.repeat(KEPT)}…` : run));
}
