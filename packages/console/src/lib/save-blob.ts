const LONG_ENOUGH = 60_000;

/** The file name in a Content-Disposition header, without any folder; null when there is none. */
export function suggestedName(header: string | null): string | null {
  if (header === null) return null;
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header);
  let name = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim() ?? null;
  if (encoded !== undefined) {
    try {
      name = decodeURIComponent(encoded.trim());
    } catch {
      // The encoded name is not valid; use the plain one.
    }
  }
  const base = name?.split(/[\\/]/).at(-1) ?? '';
  return base === '' || base === '.' || base === '..' ? null : base;
}

/** Saves a file through the browser's download dialog. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), LONG_ENOUGH);
}
