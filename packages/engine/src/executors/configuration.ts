import { join } from 'node:path';
import type { SqlJob } from './executor.ts';

/** SQL text of a string, quotes doubled. */
export const sqlText = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** SQL text of a name, quotes doubled. */
export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const sqlList = (values: readonly string[]): string => `[${values.map(sqlText).join(', ')}]`;

export type DatabaseSettings = Required<Pick<SqlJob, 'threads' | 'memoryBytes'>> & {
  readonly spillBytes: number;
  /** Absolute paths of single files, and of folders with everything below them. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Where results too large for memory are spilled; null: nowhere. */
  readonly spillFolder: string | null;
};

/**
 * The statements that configure and then lock a session, in the only order that works: folders are named while the
 * outside can still be reached, then the outside is closed, then the settings themselves.
 */
export function configure(settings: DatabaseSettings): readonly string[] {
  return [
    'SET autoinstall_known_extensions = false',
    'SET autoload_known_extensions = false',
    'SET allow_community_extensions = false',
    'SET allow_unsigned_extensions = false',
    'SET allow_persistent_secrets = false',
    "SET TimeZone = 'UTC'",
    `SET threads = ${settings.threads}`,
    `SET memory_limit = '${settings.memoryBytes}B'`,
    `SET temp_directory = ${sqlText(settings.spillFolder === null ? '' : join(settings.spillFolder, '.spill'))}`,
    `SET max_temp_directory_size = '${settings.spillBytes}B'`,
    `SET allowed_paths = ${sqlList(settings.files)}`,
    `SET allowed_directories = ${sqlList(settings.folders)}`,
    'SET enable_external_access = false',
    'SET lock_configuration = true',
  ];
}
