const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The contents of the elements of a name within an XML text of the Blob service, in order. The service nests no element in
 * another one of its name, and writes neither comments nor CDATA.
 */
export const elementsOf = (xml: string, name: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</${name}>)`, 'g'))].map(
    ([, content]) => content ?? '',
  );

/** The text of the first element of a name; empty where there is none. */
export const textOf = (xml: string, name: string): string => unescapeXml(elementsOf(xml, name)[0] ?? '');

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return (Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined) ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
