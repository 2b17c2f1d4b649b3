/** A message about a named thing, for a place that shows the name already: "HTTP 503" of "orders: HTTP 503". */
export function withoutName(text: string, name: string): string {
  const prefix = `${name}: `;
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}
