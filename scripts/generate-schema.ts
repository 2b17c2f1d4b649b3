/** Writes the server's GraphQL schema. Run: node scripts/generate-schema.ts */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { graphqlSchema } from '@switchboard/server/graphql-schema';
import { printSchema } from 'graphql';

const target = join(import.meta.dirname, '../packages/server/schema.graphql');
await writeFile(target, `${printSchema(graphqlSchema())}\n`);
console.log(target);
