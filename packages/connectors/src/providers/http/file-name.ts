const LONGEST = 200;

/** A file's name from Content-Disposition, else from the url's last segment, else `fallback`. Never a path. */
export function fileName(disposition: string | undefined, url: string, fallback: string): string {
  return cleaned(fromDisposition(disposition ?? '')) ?? cleaned(lastSegment(url)) ?? fallback;
}

function fromDisposition(header: string): string {
  const encoded = /(?:^|;)\s*filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (encoded !== undefined) return decoded(encoded);
  const quotedName = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1];
  if (quotedName !== undefined) return quotedName.replace(/\\(.)/g, '$1');
  return /(?:^|;)\s*filename\s*=\s*([^;"\s]+)/i.exec(header)?.[1] ?? '';
}

const lastSegment = (url: string): string => decoded(new URL(url).pathname.split('/').at(-1) ?? '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function cleaned(name: string): string | undefined {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '_')
    .trim()
    .slice(-LONGEST);
  return /^\.*$/.test(plain) ? undefined : plain;
}
