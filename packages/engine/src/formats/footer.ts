import { RE2JS } from 're2js';

/** More last lines than this are not taken for a footer. */
export const MAX_FOOTER_LINES = 100;

export const tooManyFooterLines = `matches more than ${MAX_FOOTER_LINES} last lines`;

/** A predicate on the text of a line: as it stands, or without its quotation marks. Takes time linear in the text. */
export function footerMatcher(pattern: string): (text: string) => boolean {
  const compiled = RE2JS.compile(pattern);
  return (text) => compiled.test(text) || (text.includes('"') && compiled.test(text.replaceAll('"', '')));
}
