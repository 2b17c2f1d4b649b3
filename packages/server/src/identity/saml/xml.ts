import { DOMParser } from '@xmldom/xmldom';

/** The document is not one that Switchboard reads. */
export class UnreadableXml extends Error {
  override readonly name = 'UnreadableXml';
}

const ELEMENT = 1;
const TEXT = 3;
const CDATA = 4;
const COMMENT = 8;
const ALLOWED_NODES: readonly number[] = [ELEMENT, TEXT, CDATA];
const MAX_DEPTH = 40;

const isElement = (node: Node): node is Element => node.nodeType === ELEMENT;

/**
 * Parses XML of elements, attributes and text. The parser is the one that verifies signatures, so that both see the same document.
 * Anything else than elements and text is refused: declarations of types expand entities, and comments inside a value make parsers
 * read different values. `comments`: skipped instead of refused.
 * @param maxLength characters
 * @throws UnreadableXml
 */
export function parseXml(
  text: string,
  { maxLength, comments = 'refuse' }: { readonly maxLength: number; readonly comments?: 'refuse' | 'skip' },
): Element {
  if (text.length > maxLength) throw new UnreadableXml(`The document has more than ${maxLength} characters.`);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableXml('The document declares a document type.');
  if (text.includes('\0')) throw new UnreadableXml('The document has a NUL character.');
  const refuse = (): never => {
    throw new UnreadableXml('The document is not well-formed XML.');
  };
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } });
  const documentElement: Element | null = parser.parseFromString(text, 'text/xml').documentElement;
  if (documentElement === null) return refuse();
  checkNodes(documentElement, comments === 'skip' ? [...ALLOWED_NODES, COMMENT] : ALLOWED_NODES);
  return documentElement;
}

function checkNodes(root: Element, allowed: readonly number[]): void {
  const pending: { readonly node: Node; readonly depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth } = next;
    if (!allowed.includes(node.nodeType))
      throw new UnreadableXml(
        node.nodeType === COMMENT ? 'The document has a comment.' : 'The document has an instruction.',
      );
    if (depth > MAX_DEPTH) throw new UnreadableXml(`The document is nested deeper than ${MAX_DEPTH} levels.`);
    if (isElement(node))
      for (const child of Array.from(node.childNodes)) pending.push({ node: child, depth: depth + 1 });
  }
}

export const childElements = (parent: Element): readonly Element[] => Array.from(parent.childNodes).filter(isElement);

/** The children of that name. */
export const childrenOf = (parent: Element, namespace: string, name: string): readonly Element[] =>
  childElements(parent).filter((child) => child.namespaceURI === namespace && child.localName === name);

/** The element and those inside it. */
export function elementsWithin(root: Element): readonly Element[] {
  return [root, ...childElements(root).flatMap(elementsWithin)];
}

/** An attribute that is not in a namespace; null without it. */
export function attributeOf(element: Element, name: string): string | null {
  return element.hasAttribute(name) ? element.getAttribute(name) : null;
}

/** The text of an element without child elements; null when it has some. */
export function textOf(element: Element): string | null {
  return childElements(element).length > 0 ? null : (element.textContent ?? '').trim();
}
