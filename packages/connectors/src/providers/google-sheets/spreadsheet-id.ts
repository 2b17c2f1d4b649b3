const ID = /^[A-Za-z0-9_-]{10,200}$/;

/** The id of a spreadsheet in its id or its address in the browser; null when the text is neither. */
export function spreadsheetId(text: string): string | null {
  const id = /^https:\/\/docs\.google\.com\/spreadsheets\/(?:u\/\d+\/)?d\/([^/?#]+)/.exec(text)?.[1] ?? text;
  return ID.test(id) ? id : null;
}

/** The address of a spreadsheet in the browser. */
export const spreadsheetUrl = (id: string): string => `https://docs.google.com/spreadsheets/d/${id}`;
