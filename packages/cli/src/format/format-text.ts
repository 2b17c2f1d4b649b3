import { formatScript } from '@switchboard/language';

const BOM = '\ufeff';

/**
 * A script's text in the one layout, with the line ends and the byte order mark that it had.
 * Throws Error when anything but blanks would change; such a text must not be written.
 */
export function formatText(text: string, bom: boolean): string {
  const formatted = formatScript(text);
  if (!holdsTheSame(text, formatted)) throw new Error('Formatting would change the meaning of the script.');
  return (bom ? BOM : '') + (formatted === text ? text : withLineEnds(formatted, lineEndOf(text)));
}

/** Whether two texts differ in nothing but blanks. */
export function holdsTheSame(text: string, other: string): boolean {
  return text.replace(/\s+/g, '') === other.replace(/\s+/g, '');
}

/** The line end that most lines have; that of Windows where both are as many. */
function lineEndOf(text: string): '\n' | '\r\n' {
  const windows = text.match(/\r\n/g)?.length ?? 0;
  const all = text.match(/\n/g)?.length ?? 0;
  return windows > 0 && windows * 2 >= all ? '\r\n' : '\n';
}

function withLineEnds(text: string, end: '\n' | '\r\n'): string {
  return end === '\n' ? text : text.replaceAll('\n', end);
}
