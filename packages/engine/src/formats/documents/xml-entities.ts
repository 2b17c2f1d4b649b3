/** Thrown for a document that declares entities, which can expand without limit. */
export class XmlEntities extends SyntaxError {}
