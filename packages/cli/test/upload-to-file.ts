/** The upload of a table to a file of its name and date. */
export const uploadToFile = (name: string): string =>
  `upload ${name} to { type: "file"; path: "${name}-{YYYY-MM-DD}.csv"; };\n`;
