const LAST_ASCII = 127;
const FIRST_CAPITAL = 65;
const LAST_CAPITAL = 90;

/** Returns a text in lower case. A text that is already in lower case is returned without a copy, as names usually are. */
export function lowerCase(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char > LAST_ASCII || (char >= FIRST_CAPITAL && char <= LAST_CAPITAL)) return text.toLowerCase();
  }
  return text;
}
