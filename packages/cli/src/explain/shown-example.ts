/** Longer repetitions of a character are cut to the kept ones. */
const MAX_REPEATED = 40;
const KEPT = 12;
/** The Unicode block that has a picture of each control character, in their order. */
const CONTROL_PICTURES = 0x2400;

/** Formats an example for a page: control characters as their pictures, and long repetitions cut. */
export function shownExample(script: string): string {
  return script
    .trim()
    .replace(/[^\P{Cc}\n]/gu, (found) => String.fromCodePoint(CONTROL_PICTURES + (found.codePointAt(0) ?? 0)))
    .replace(/(.)\1*/gu, (run, char: string) => (run.length > MAX_REPEATED ? `${char.repeat(KEPT)}…` : run));
}
