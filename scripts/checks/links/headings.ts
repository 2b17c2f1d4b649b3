/** The anchors that a code host gives to the headings of a Markdown page. */
export function headingsOf(page: string): Set<string> {
  return new Set(
    [...withoutCode(page).matchAll(/^#+\s+(.*)$/gm)].map(([, title = '']) =>
      title
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );
}

/** A Markdown page without its fenced code. */
export function withoutCode(page: string): string {
  return page.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
}
