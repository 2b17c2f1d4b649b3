/** Lays a script out anew. */
export function formatScript(text: string): string {
  return text;
}
