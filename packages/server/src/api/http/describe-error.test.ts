import { PipelineError } from '@switchboard/model/errors/errors';
import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { presentError } from '../graphql/present-result.ts';
import { describeError } from './answer-errors.ts';

const withStatus = (statusCode: number): Error => Object.assign(new Error('secret detail'), { statusCode });

describe('the answer to a client', () => {
  it.each([
    ['a missing page', withStatus(404), 404, 'NOT_FOUND'],
    ['an unknown id', new PipelineError('NOT_FOUND'), 404, 'NOT_FOUND'],
    ['a body too large', withStatus(413), 413, 'TOO_LARGE'],
    ['another form than JSON', withStatus(415), 415, 'BAD_REQUEST'],
    ['an unexpected error', new Error('secret detail'), 500, 'UNKNOWN_SERVER_ERROR'],
    ['an engine’s failure', new PipelineError('STORAGE_FULL'), 500, 'UNKNOWN_SERVER_ERROR'],
  ])('an error becomes an answer without its details: %s', (_, error, status, code) => {
    const described = describeError(error);
    expect(described).toMatchObject({ status, code });
    expect(described.message).not.toContain('secret');
  });

  it('names the outage over GraphQL when the database is away', () => {
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const described = presentError(new GraphQLError('x', { originalError: away }), {
      requestId: 'r',
      onUnexpected: () => {},
    });
    expect(described.extensions['code']).toBe('UNAVAILABLE');
  });
});
