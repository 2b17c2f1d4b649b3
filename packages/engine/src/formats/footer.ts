/** More last lines than this are not taken for a footer. */
export const MAX_FOOTER_LINES = 100;

export const tooManyFooterLines = `matches more than ${MAX_FOOTER_LINES} last lines`;

/** A predicate on the text of a line: as it stands, or without its quotation marks. Takes time linear in the text. */
export async function footerMatcher(pattern: string): Promise<(text: string) => boolean> {
  // Loaded on first use: few files have a footer.
  const { RE2JS } = await import('re2js');
  const compiled = RE2JS.compile(pattern);
  return (text) => compiled.test(text) || (text.includes('"') && compiled.test(text.replaceAll('"', '')));
}
