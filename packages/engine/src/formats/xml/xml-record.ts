import { type ColumnType, headerKey } from '@switchboard/model/schema';
import { SaxesParser } from 'saxes';
import { type JsonValue, LongNumber } from '../../values/json-value.ts';
import { attributesOf, localName } from './xml-stream.ts';

/** An element: its attributes and child elements by name, and its own text. */
type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
};

/** The column of an element's own text, where it has other columns besides. */
const TEXT_KEY = 'text';

/** Reads one element. Throws SyntaxError when it is not well-formed. */
function parseElement(text: string): XmlElement {
  const parser = new SaxesParser({ position: false });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  const addText = (more: string): void => {
    const element = open.at(-1);
    if (element) element.text += more;
  };
  parser.on('error', (error) => {
    throw new SyntaxError(error.message);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', (tag) => {
    const element = { name: localName(tag.name), attributes: attributesOf(tag), children: [], text: '' };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  if (!root) throw new SyntaxError('no element');
  return root;
}

const isSimple = (element: XmlElement): boolean => element.children.length === 0 && element.attributes.size === 0;
const isNil = (element: XmlElement): boolean => /^(?:true|1)$/.test(element.attributes.get('nil') ?? '');

/** A text as JSON would have the value: numbers and booleans where the type wants some; nothing is null. */
function leaf(text: string, type: ColumnType, nullValues: readonly string[]): JsonValue {
  if (text === '') return null;
  if (nullValues.includes(text)) return text;
  const isNumber = type.kind === 'integer' || type.kind === 'float' || type.kind === 'decimal';
  if (isNumber && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return new LongNumber(text);
  if (type.kind === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}

/** An element as JSON, for columns of no fixed shape. */
function looseValue(element: XmlElement): JsonValue {
  if (isNil(element)) return null;
  if (isSimple(element)) return element.text === '' ? null : element.text;
  return Object.fromEntries([...partsOf(element)].map(([name, parts]) => [name, looseParts(parts)]));
}

const looseParts = (parts: Parts): JsonValue =>
  typeof parts === 'string' ? parts : parts.length === 1 && parts[0] ? looseValue(parts[0]) : parts.map(looseValue);

/** An attribute's or an element's own text, or the child elements of one name. */
type Parts = string | readonly XmlElement[];

/** The attributes and children of an element, by name; a child element hides an attribute of its name. */
function partsOf(element: XmlElement): ReadonlyMap<string, Parts> {
  const parts = new Map<string, Parts>(element.attributes);
  const elements = new Map<string, XmlElement[]>();
  for (const child of element.children) {
    const same = elements.get(child.name);
    if (same) same.push(child);
    else elements.set(child.name, [child]);
  }
  for (const [name, children] of elements) parts.set(name, children);
  const text = element.text.trim();
  if (text !== '' && !parts.has(TEXT_KEY)) parts.set(TEXT_KEY, element.text);
  return parts;
}

function typedParts(parts: Parts, type: ColumnType, nullValues: readonly string[]): JsonValue {
  if (type.kind === 'list') {
    if (typeof parts === 'string') return [leaf(parts, type.element, nullValues)];
    return itemsOf(parts, type.element).map((item) => typedParts([item], type.element, nullValues));
  }
  if (typeof parts === 'string') return leaf(parts, type, nullValues);
  const [only] = parts;
  if (parts.length !== 1 || !only) return parts.map(looseValue);
  if (isNil(only)) return null;
  if (type.kind === 'record') {
    if (isSimple(only) && only.text.trim() === '') return null;
    const given = new Map([...partsOf(only)].map(([name, inner]) => [headerKey(name), inner]));
    return Object.fromEntries(
      type.fields.flatMap((field) => {
        const inner = given.get(headerKey(field.name));
        return inner === undefined ? [] : [[field.name, typedParts(inner, field.type, nullValues)]];
      }),
    );
  }
  // Attributes of a plain value say something about it, and are not the value.
  if (type.kind !== 'json' && type.kind !== 'unknown' && only.children.length === 0)
    return leaf(only.text, type, nullValues);
  return looseValue(only);
}

/** The items of a list: elements that repeat, or those in one element around them. */
function itemsOf(parts: readonly XmlElement[], item: ColumnType): readonly XmlElement[] {
  const [only] = parts;
  if (parts.length !== 1 || !only || only.attributes.size > 0 || only.text.trim() !== '') return parts;
  const areAlike = new Set(only.children.map((child) => child.name)).size <= 1;
  const areItems = item.kind !== 'record' || only.children.every((child) => !isSimple(child));
  return areAlike && areItems ? only.children : parts;
}

/** A row of an XML file as a JSON record: each value in the form that its column's type wants. Throws SyntaxError. */
export function xmlRecord(
  text: string,
  typeOf: (name: string) => ColumnType,
  nullValues: readonly string[],
): { readonly [name: string]: JsonValue } {
  const parts = partsOf(parseElement(text));
  return Object.fromEntries([...parts].map(([name, inner]) => [name, typedParts(inner, typeOf(name), nullValues)]));
}
