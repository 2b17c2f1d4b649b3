import type { EgressResponse } from './egress.ts';

const PAGE = /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;
/** A refusal of Cloudflare as a plain text. */
const CLOUDFLARE = /^\s*error code: 1\d{3}\s*$/i;

/** The title of an HTML page, '' for a page without one; null for another text. */
export function pageTitle(text: string): string | null {
  if (!PAGE.test(text)) return null;
  const title = /<title[^>]*>([^<]{1,200})/i.exec(text)?.[1] ?? /<h1[^>]*>([^<]{1,200})/i.exec(text)?.[1] ?? '';
  return title.trim();
}

/**
 * The page in a 403 of a firewall or proxy before a service, as messages name it; null for an answer of the service itself, whose
 * refusals are of its own format or name how to sign in. Such a page says nothing about a key.
 */
export function firewallPage(
  { status, headers }: Pick<EgressResponse, 'status' | 'headers'>,
  text: string,
): string | null {
  if (status !== 403 || headers['www-authenticate'] !== undefined) return null;
  if (CLOUDFLARE.test(text)) return `the page of a firewall, "${text.trim()}"`;
  const title = pageTitle(text);
  if (title === null) return null;
  return title === '' ? 'an HTML page without a title' : `an HTML page with the title "${title}"`;
}
