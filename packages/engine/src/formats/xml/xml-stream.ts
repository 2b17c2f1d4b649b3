import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { FileFault, unreadable } from '../../files/file-fault.ts';

/** Callbacks of reading an XML document. Names come without their prefixes. */
export type XmlHandlers = {
  readonly open: (name: string, attributes: ReadonlyMap<string, string>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
};

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The attributes of an element by their local names, without the declarations of namespaces. */
export function attributesOf(tag: {
  readonly attributes: Readonly<Record<string, unknown>>;
}): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(tag.attributes))
    if (typeof value === 'string' && name !== 'xmlns' && !name.startsWith('xmlns:')) found.set(localName(name), value);
  return found;
}

/** No element of a workbook has a text or tag as long as this. */
const LONGEST_TEXT = 16 * 1024 ** 2;

/**
 * Reads the XML of a part of an archive, chunk by chunk. No document type is accepted, so that no entity can be declared.
 * Throws FileFault FORMAT_UNREADABLE or XML_ENTITIES.
 */
export async function readXml(
  source: Readable,
  file: { readonly name: string; readonly format: string },
  handlers: XmlHandlers,
): Promise<void> {
  const parser = new SaxesParser({ position: false });
  let text = '';
  const flush = (): void => {
    if (text !== '') handlers.text?.(text);
    text = '';
  };
  const add = (more: string): void => {
    text += more;
    if (text.length > LONGEST_TEXT) throw unreadable(file.name, file.format, 'one of its texts is longer than 16 MB');
  };
  parser.on('error', (error) => {
    throw unreadable(file.name, file.format, `its XML is broken (${error.message.replace(/\.$/, '').slice(0, 100)})`);
  });
  parser.on('doctype', () => {
    throw new FileFault('XML_ENTITIES', { file: file.name });
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', (tag) => {
    flush();
    handlers.open(localName(tag.name), attributesOf(tag));
  });
  parser.on('closetag', (tag) => {
    flush();
    handlers.close?.(localName(tag.name));
  });
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of source) parser.write(decoder.decode(chunk as Buffer, { stream: true }));
  parser.write(decoder.decode());
  parser.close();
}
