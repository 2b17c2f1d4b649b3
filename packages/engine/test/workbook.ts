import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export type SheetToWrite = {
  readonly name?: string;
  /** The rows as XML, `<row>…</row>`. */
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
};

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/**
 * A workbook whose cells stand in XML as a test has them, as generators write what libraries do not.
 * @param formats number formats of the styles 1, 2, …
 */
export function writeWorkbook(sheets: readonly SheetToWrite[], formats: readonly string[] = []): Promise<Buffer> {
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const archive = new ZipFile();
  const add = (name: string, xml: string): void =>
    archive.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`), name);
  const listed = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escaped(name ?? `Sheet${index + 1}`)}" sheetId="${index + 1}" r:id="r${index + 1}"${state === undefined ? '' : ` state="${state}"`}/>`,
  );
  add('xl/workbook.xml', `<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets>${listed.join('')}</sheets></workbook>`);
  const relations = sheets.map(
    (_, index) => `<Relationship Id="r${index + 1}" Target="worksheets/s${index + 1}.xml"/>`,
  );
  add('xl/_rels/workbook.xml.rels', `<Relationships>${relations.join('')}</Relationships>`);
  const codes = formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${escaped(code)}"/>`);
  const styles = formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`);
  add(
    'xl/styles.xml',
    `<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
  );
  for (const [index, { rows }] of sheets.entries())
    add(`xl/worksheets/s${index + 1}.xml`, `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`);
  archive.end();
  return buffer(archive.outputStream);
}

/** A row of cells: texts, or cells as XML where they begin with `<`. */
export const sheetRow = (...cells: readonly string[]): string =>
  `<row>${cells.map((cell) => (cell.startsWith('<') ? cell : `<c t="inlineStr"><is><t>${cell}</t></is></c>`)).join('')}</row>`;
