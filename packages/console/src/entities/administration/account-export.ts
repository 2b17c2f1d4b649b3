/** The export of the definitions of an account. */
export const accountExport = (urlName: string): { readonly path: string; readonly name: string } => ({
  path: `/api/${urlName}/export`,
  name: `${urlName}.jsonl`,
});

export const EXPORT_FAILED = 'Error exporting the account';
