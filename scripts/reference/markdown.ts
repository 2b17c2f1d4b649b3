/** A table with a header row. Cells are one line each; a bar in a cell is escaped. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells
      .map((cell) =>
        cell
          .replace(/\s*\n\s*/g, ' ')
          .replaceAll('|', '\\|')
          .trim(),
      )
      .join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The cells of the rows of a page's table, without its header. A bar in a cell is escaped. */
export function tableRows(page: string): string[][] {
  const lines = page.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.replaceAll('\\|', '|').trim()),
  );
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** A page of a title, a lead and sections. */
export function page(title: string, lead: string, ...sections: readonly string[]): string {
  return [`# ${title}`, lead, ...sections].join('\n\n');
}

/** A block of code, or of plain text, as it is. */
export function block(text: string, language = ''): string {
  return `\`\`\`${language}\n${text.replace(/\n+$/, '')}\n\`\`\``;
}
