import type { DocumentReader } from '../documents/document-reader.ts';
import { planDocument } from '../documents/plan-document.ts';
import type { FormatReader } from '../format-reader.ts';
import { xmlRecord } from './xml-record.ts';
import { splitXml } from './xml-split.ts';

const document: DocumentReader = {
  isLineBased: false,
  split: splitXml,
  parse: xmlRecord,
  malformed: 'not well-formed XML',
};

/** An XML document whose records are the elements at the `records` path, or the root's children. */
export const xmlFormat: FormatReader = {
  extensions: ['xml'],
  matchesText: (start) => /^<[?!A-Za-z_]/.test(start),
  plan: (input) => planDocument(input, document),
  document,
};
