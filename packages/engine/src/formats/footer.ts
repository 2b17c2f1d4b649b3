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

/** Why a file is refused that has some lines, but fewer than `skip_footer` leaves out: they may be rows. */
export const tooFewFooterLines = (skipFooter: number): string =>
  `it has fewer lines behind its header than the ${skipFooter} that skip_footer leaves out`;
