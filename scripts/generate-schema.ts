import { graphqlSchema } from '@switchboard/server/graphql-schema';
import { printSchema } from 'graphql';
import type { Generator } from './generator.ts';

/** The server's GraphQL schema. */
export const generator: Generator = {
  owns: /^packages\/server\/schema\.graphql$/,
  make: () => new Map([['packages/server/schema.graphql', `${printSchema(graphqlSchema())}\n`]]),
};
