/** Headers of a download: browsers save it, and never display, sniff, cache or execute it. */
export function attachmentHeaders(filename: string): Record<string, string> {
  const plain = filename.replace(/[^\w.-]+/g, '_').slice(0, 200);
  const exact = encodeURIComponent(filename).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${exact}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'content-security-policy': 'sandbox',
  };
}
