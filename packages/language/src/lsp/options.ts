import type { Catalog } from '@switchboard/model/catalog';
import type { Declaration } from '../account-script/listed-declaration.ts';

/** A script and its address. */
export type ServerFile = { readonly uri: string; readonly text: string };

/** Reads scripts where the server runs beside them. */
export type ScriptReader = {
  /** All scripts below a folder. */
  readonly below: (folder: string) => Promise<readonly ServerFile[]>;
  /** Null for a file that cannot be read. */
  readonly read: (uri: string) => Promise<string | null>;
};

export type ServerOptions = {
  /** Runs something later, once; returns a function that cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** The catalog until the client sends one. Empty by default. */
  readonly catalog?: Catalog;
  /** Keys to assume, by those that declarations name, where the stored ones are unknown. */
  readonly keysFor?: (declarations: readonly Declaration[]) => Catalog['keys'];
  /** Absent where the client hands over all files. */
  readonly reader?: ScriptReader;
  /** Where messages are explained: an address to which the code is added. */
  readonly documentation?: string;
  /** Milliseconds of silence before messages are sent. */
  readonly debounce?: number;
};

/** The options that a client may send when it starts the server, and later by custom requests. */
export type Given = {
  readonly catalog?: Catalog;
  readonly files?: readonly ServerFile[];
  readonly removed?: readonly string[];
  readonly documentation?: string;
};

/** Hands over another catalog: `{ catalog }`. Answers null once it is in use. */
export const CATALOG_REQUEST = 'switchboard/catalog';
/** Hands over files that are not open, `{ files: [{ uri, text }], removed: [uri] }`. Answers null once they are taken in. */
export const FILES_REQUEST = 'switchboard/files';

/** Hands over the numbers of rows of the last run: `{ rows: { name: number } }`. Answers null; code lenses show them. */
export const ROWS_REQUEST = 'switchboard/rows';

/** Asks for the downloads and uploads of all files. Answers a list of `{ path, name, declaration_type, connector_type, test, key_name, line, column }`. */
export const DECLARATIONS_REQUEST = 'switchboard/declarations';

/** Asks for the table that a place is about: `{ textDocument, position }`. Answers its name, or null. */
export const TABLE_REQUEST = 'switchboard/table';
/** Asks how all columns of the files come from each other. Answers null while the files have errors. */
export const LINEAGE_REQUEST = 'switchboard/lineage';
/** Asks what of the lineage stands at a place of a document. Answers `{ node, column }` or null. */
export const LINEAGE_AT_REQUEST = 'switchboard/lineageAt';
/** Asks where declarations or columns are written: `{ subjects }`. Answers a place with its text, or null, for each. */
export const PLACES_REQUEST = 'switchboard/places';

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList<T>(value: unknown, each: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(each);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFile = (value: unknown): value is ServerFile =>
  isObject(value) && isText(value['uri']) && isText(value['text']);
const STATUSES: readonly unknown[] = ['active', 'suspended', 'archived'];

function isParameter(value: unknown): boolean {
  return isObject(value) && isText(value['name']) && isText(value['type']) && isText(value['doc']);
}

function isSide(value: unknown, destination: boolean): boolean {
  if (value === undefined) return true;
  if (!isObject(value) || !Array.isArray(value['parameters']) || !value['parameters'].every(isParameter)) return false;
  return !destination || (isList(value['modes'], isText) && isText(value['shownAs']));
}

function isConnector(value: unknown): value is Catalog['connectors'][number] {
  return (
    isObject(value) &&
    isText(value['name']) &&
    isText(value['displayName']) &&
    isList(value['keyTypes'], isText) &&
    typeof value['keyRequired'] === 'boolean' &&
    isSide(value['source'], false) &&
    isSide(value['destination'], true)
  );
}

function isKey(value: unknown): value is Catalog['keys'][number] {
  return (
    isObject(value) &&
    (value['id'] === undefined || isText(value['id'])) &&
    isText(value['name']) &&
    isText(value['type']) &&
    STATUSES.includes(value['status'])
  );
}

function isCatalog(value: unknown): value is Catalog {
  return isObject(value) && isList(value['connectors'], isConnector) && isList(value['keys'], isKey);
}

/** Validates the options of a client; a string is the reason why they are not valid. */
export function readGiven(value: unknown): Given | string {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) return 'Expected an object.';
  const { catalog, files, removed, documentation } = value;
  if (catalog !== undefined && !isCatalog(catalog)) return 'catalog: expected { connectors: […], keys: […] }.';
  if (files !== undefined && !isList(files, isFile)) return 'files: expected [{ uri: "…", text: "…" }].';
  if (removed !== undefined && !isList(removed, isText)) return 'removed: expected a list of addresses.';
  if (documentation !== undefined && !isText(documentation)) return 'documentation: expected an address.';
  return {
    ...(catalog === undefined ? {} : { catalog }),
    ...(files === undefined ? {} : { files }),
    ...(removed === undefined ? {} : { removed }),
    ...(documentation === undefined ? {} : { documentation }),
  };
}

/** The numbers of rows in the parameters of a request; other values are left out. */
export function readRows(params: unknown): ReadonlyMap<string, number> {
  const rows = isObject(params) ? params['rows'] : undefined;
  const entries = isObject(rows) ? Object.entries(rows) : [];
  return new Map(entries.flatMap(([name, count]) => (typeof count === 'number' ? [[name, count] as const] : [])));
}
