import { findRunningDatabase, openDatabase } from '@switchboard/server';
import { addPerson } from '@switchboard/server/testing';

/** Adds a person to the running product, whom no other test changes. @returns their id */
export async function addOwnPerson(dataDir: string, person: Parameters<typeof addPerson>[1]): Promise<string> {
  const database = openDatabase({ url: findRunningDatabase({ databaseUrl: null, databaseLogins: null, dataDir }) });
  try {
    return await addPerson(database, person);
  } finally {
    await database.close();
  }
}
