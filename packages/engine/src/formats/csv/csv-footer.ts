import type { FileFault } from '../../files/file-fault.ts';
import { LINE_FEED } from '../csv-dialect.ts';
import { footerMatcher, MAX_FOOTER_LINES, tooManyFooterLines } from '../footer.ts';

type FooterChoice = { readonly skipFooter: number; readonly footer: string | null };

/** Where the data end, and whether a footer that is declared by its text is missing. */
export type Footer = {
  readonly end: number;
  readonly isMissing: boolean;
  /** Whether the file has fewer lines than its footer should have. */
  readonly isShort: boolean;
};

/**
 * Finds the footer of a file: its last `skipFooter` lines, or all last ones that match `footer`; from `from` at the earliest. Blank
 * lines are not counted, and those behind the footer belong to it.
 * @param readBefore returns bytes that end at an offset, at least one and none before `from`
 * @param refuse for a pattern that matches more than a footer
 */
export async function findFooter(
  { skipFooter, footer }: FooterChoice,
  from: number,
  fileBytes: number,
  readBefore: (offset: number) => Promise<Buffer>,
  refuse: (reason: string) => FileFault,
): Promise<Footer> {
  if (footer === null && skipFooter === 0) return { end: fileBytes, isMissing: false, isShort: false };
  const matches = footer === null ? null : await footerMatcher(footer);
  let end = fileBytes;
  let lines = 0;
  for await (const { start, text } of lastLines(from, fileBytes, readBefore)) {
    if (matches !== null && !matches(text)) break;
    lines += 1;
    if (matches !== null && lines > MAX_FOOTER_LINES) throw refuse(tooManyFooterLines);
    end = start;
    if (matches === null && lines === skipFooter) break;
  }
  const isShort = matches === null && lines < skipFooter;
  return { end: isShort ? from : end, isMissing: matches !== null && lines === 0, isShort };
}

/** Bytes of a line that are kept to be matched. */
const KEPT = 64 * 1024;

/** The lines with text from the last to the first, each with where it starts. */
async function* lastLines(
  from: number,
  fileBytes: number,
  readBefore: (offset: number) => Promise<Buffer>,
): AsyncGenerator<{ readonly start: number; readonly text: string }> {
  let rest = Buffer.alloc(0);
  for (let end = fileBytes; end > from; ) {
    const bytes = await readBefore(end);
    const start = end - bytes.length;
    let lineEnd = bytes.length;
    for (let at = bytes.lastIndexOf(LINE_FEED); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(LINE_FEED, at - 1)) {
      const text = textOf(bytes.subarray(at + 1, lineEnd), rest);
      if (text !== '') yield { start: start + at + 1, text };
      rest = Buffer.alloc(0);
      lineEnd = at;
    }
    rest = Buffer.concat([bytes.subarray(0, lineEnd), rest]).subarray(0, KEPT);
    end = start;
  }
  const text = textOf(rest, Buffer.alloc(0));
  if (text !== '') yield { start: from, text };
}

const textOf = (bytes: Buffer, rest: Buffer): string =>
  Buffer.concat([bytes.subarray(0, KEPT), rest])
    .toString('utf8', 0, KEPT)
    .trim();
