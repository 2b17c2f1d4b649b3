import type { Readable } from 'node:stream';
import type { Written } from './stored-content.ts';

/** The metadata of an object in the store. */
export type StoredObject = { readonly key: string; readonly bytes: number; readonly modifiedAt: number };

/**
 * Where raw files, tables and results live. Keys are relative, slash-separated and made by us, never by users;
 * an object is complete or absent, and never changes once written under its key. What is read by the reference that writing
 * returned is compared with the length and hash in it: an object that holds anything else is STORAGE_FAILED, never its content.
 */
export type FileStore = {
  /** Writes a stream under a key, visible and durable once it is complete. Returns its reference, bytes and hex SHA-256. */
  put(key: string, body: Readable, signal?: AbortSignal): Promise<Written>;
  /** Moves a complete local file into the store, as durably as `put`. */
  putFile(key: string, path: string): Promise<Written>;
  /** The content by a key or reference. One that differs from its reference fails before its end. */
  open(key: string): Promise<Readable>;
  /** Null when there is no such object. */
  head(key: string): Promise<StoredObject | null>;
  list(prefix: string): AsyncIterable<StoredObject>;
  remove(key: string): Promise<void>;
  /** An absolute local path with the object's content, for reading only. A remote store copies it into `scratch` first. */
  localPath(key: string, scratch: string): Promise<string>;
  /** Removes what writers that died left unfinished: what was not touched for some milliseconds. Returns how many. */
  sweep(olderThanMs: number, now?: number): Promise<number>;
};
