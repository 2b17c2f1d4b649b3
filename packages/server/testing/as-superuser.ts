import { connect } from '../src/db/connect.ts';
import { ensureRoles } from '../src/db/roles.ts';
import { testServerUrl } from './database.ts';

/** Runs statements as the superuser of the server that has the roles of the program, in no database of a test. */
export async function asSuperuser(...statements: readonly string[]): Promise<void> {
  const client = await connect(testServerUrl());
  try {
    await ensureRoles(client);
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
