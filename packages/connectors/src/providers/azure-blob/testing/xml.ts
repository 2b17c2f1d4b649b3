import type { AzureReply } from './exchange.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** An answer of XML, with the byte order mark that the service writes. */
export const xmlReply = (
  status: number,
  content: string,
  headers: Readonly<Record<string, string>> = {},
): AzureReply => ({
  status,
  headers: { 'content-type': 'application/xml', ...headers },
  body: Buffer.from(`\uFEFF<?xml version="1.0" encoding="utf-8"?>${content}`),
});

/** An error as the service answers it. */
export function azureError(
  status: number,
  code: string,
  message: string = code,
  headers: Readonly<Record<string, string>> = {},
  detail = '',
): AzureReply {
  const text = escapeXml(`${message}\nRequestId:1\nTime:2026-03-05T06:00:00.0000000Z`);
  const more = detail === '' ? '' : `<AuthenticationErrorDetail>${escapeXml(detail)}</AuthenticationErrorDetail>`;
  return xmlReply(status, `<Error><Code>${code}</Code><Message>${text}</Message>${more}</Error>`, {
    'x-ms-error-code': code,
    ...headers,
  });
}
