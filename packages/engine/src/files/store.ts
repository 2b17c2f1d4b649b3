import type { Readable } from 'node:stream';

/** The metadata of an object in the store. */
export type StoredObject = { readonly key: string; readonly bytes: number; readonly modifiedAt: number };

/**
 * Where raw files, tables and results live. Keys are relative, slash-separated and made by us, never by users;
 * an object is complete or absent, and never changes once written under its key.
 */
export type FileStore = {
  /** Writes a stream under a key, visible and durable once it is complete. Returns bytes written and the hex SHA-256. */
  put(key: string, body: Readable, signal?: AbortSignal): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** Moves a complete local file into the store, as durably as `put`. */
  putFile(key: string, path: string): Promise<{ readonly bytes: number; readonly sha256: string }>;
  /** The same without a hash, for which a local file would be read again. */
  moveFile(key: string, path: string): Promise<void>;
  open(key: string, range?: { readonly start: number; readonly end?: number }): Promise<Readable>;
  /** Null when there is no such object. */
  head(key: string): Promise<StoredObject | null>;
  list(prefix: string): AsyncIterable<StoredObject>;
  remove(key: string): Promise<void>;
  /** An absolute local path with the object's content, for reading only. A remote store copies it into `scratch` first. */
  localPath(key: string, scratch: string): Promise<string>;
  /** Removes what writers that died left unfinished: what was not touched for some milliseconds. Returns how many. */
  sweep(olderThanMs: number, now?: number): Promise<number>;
};
