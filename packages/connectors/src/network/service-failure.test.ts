import { PipelineError } from '@switchboard/model/errors/errors';
import { expect, it } from 'vitest';
import {
  ServiceFailure,
  type ServiceFailureKind,
  serviceDestinationFailure,
  serviceSourceFailure,
} from './service-failure.ts';

const KINDS: Readonly<Record<ServiceFailureKind, readonly [source: string, destination: string]>> = {
  login: ['SOURCE_AUTH_FAILED', 'DESTINATION_AUTH_FAILED'],
  denied: ['SOURCE_BAD_REQUEST', 'DESTINATION_REFUSED'],
  missing: ['SOURCE_NOT_FOUND', 'DESTINATION_REFUSED'],
  condition: ['SOURCE_HTTP_ERROR', 'DESTINATION_BUSY'],
  exists: ['SOURCE_BAD_REQUEST', 'DESTINATION_REFUSED'],
  misfit: ['SOURCE_BAD_REQUEST', 'DESTINATION_SCHEMA'],
  full: ['SOURCE_HTTP_ERROR', 'DESTINATION_FULL'],
  busy: ['SOURCE_HTTP_ERROR', 'DESTINATION_BUSY'],
  refused: ['SOURCE_BAD_REQUEST', 'DESTINATION_REFUSED'],
};
const ADDRESSED = { name: 'daily', key: 'warehouse', place: 'marts.daily' };
const failureOf = (kind: ServiceFailureKind, status = 400): ServiceFailure =>
  new ServiceFailure(kind, 'E1', 'it says no', { host: 'api.test', status });

it.each(Object.entries(KINDS))('a refusal of kind %s has its error, with every word filled in', (kind, codes) => {
  const failure = failureOf(kind as ServiceFailureKind);
  const errors = [
    serviceSourceFailure(failure, ADDRESSED, 'the parameters'),
    serviceDestinationFailure(new Error('a stream broke', { cause: failure }), ADDRESSED),
  ] as PipelineError[];
  expect(errors.map(({ code }) => code)).toEqual(codes);
  for (const error of errors) {
    expect(error).toBeInstanceOf(PipelineError);
    expect(error.message).toMatch(/it says no|marts\.daily/);
    expect(error.message).not.toMatch(/[{}]/);
  }
});

it('a source that asks to slow down has an error of its own', () => {
  expect(serviceSourceFailure(failureOf('busy', 429), ADDRESSED, 'the parameters')).toMatchObject({
    code: 'SOURCE_RATE_LIMITED',
  });
});

it('other errors stay', () => {
  const error = new Error('a bug');
  expect([
    serviceSourceFailure(error, ADDRESSED, 'the parameters'),
    serviceDestinationFailure(error, ADDRESSED),
  ]).toEqual([error, error]);
});
