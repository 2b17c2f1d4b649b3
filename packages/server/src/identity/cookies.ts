/**
 * The name of a cookie of the whole site. Where the site is served over https, browsers accept the prefix from this host alone, for
 * every path and encrypted: no neighbouring host can set the cookie.
 */
export const cookieName = (name: string, publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name;

/** The value of a cookie in a `Cookie` header; null without it. */
export function readCookie(header: string | undefined, name: string, publicUrl: string): string | null {
  const beginning = `${cookieName(name, publicUrl)}=`;
  const found = (header ?? '').split(';').find((part) => part.trim().startsWith(beginning));
  return found?.trim().slice(beginning.length) ?? null;
}

/** A `Set-Cookie` header that scripts cannot read. `maxAge`: seconds. */
export function writeCookie(
  name: string,
  value: string,
  { publicUrl, maxAge }: { readonly publicUrl: string; readonly maxAge: number },
): string {
  const attributes = ['Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax'];
  const secure = publicUrl.startsWith('https:') ? ['Secure'] : [];
  return [`${cookieName(name, publicUrl)}=${value}`, ...attributes, ...secure].join('; ');
}
