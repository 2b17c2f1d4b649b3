import { z } from 'zod';
import { LIMITS } from './limits.ts';
import type { ScimCall, ScimOutcome } from './resource-calls.ts';
import { invalid, ScimError, type ScimFailure, scimErrorBody } from './scim-error.ts';

const REQUEST = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';

const Operation = z.object({
  method: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['POST', 'PUT', 'PATCH', 'DELETE'])),
  path: z.string().max(500),
  bulkId: z.string().min(1).max(200).nullish(),
  version: z.string().nullish(),
  data: z.unknown().optional(),
});
const Bulk = z.object({
  schemas: z.array(z.string()).refine((schemas) => schemas.includes(REQUEST)),
  failOnErrors: z.int().min(1).nullish(),
  Operations: z.array(Operation).min(1),
});
type Operation = z.infer<typeof Operation>;

/** A reference to a resource that another operation adds. */
const REFERENCE = /"bulkId:([^"\\]{1,200})"/g;
const PATH = /^\/(Users|Groups)(?:\/([^/]+))?$/;

/** An operation, and the operations that add what it refers to. */
type Step = {
  readonly operation: Operation;
  /** Its path and its data as text, in which references are replaced. */
  readonly text: string;
  readonly refersTo: ReadonlySet<string>;
};

export type BulkRequest = { readonly failOnErrors: number; readonly steps: readonly Step[] };

/** @throws ScimError 400; 413 when there are too many operations */
export function readBulk(body: unknown): BulkRequest {
  const read = Bulk.safeParse(body);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid('invalidSyntax', `The bulk request cannot be read at ${issue?.path.join('.') || 'its start'}.`);
  }
  const { Operations: operations, failOnErrors } = read.data;
  if (operations.length > LIMITS.bulkOperations)
    throw new ScimError(
      413,
      `A bulk request has at most ${LIMITS.bulkOperations} operations, this one has ${operations.length}.`,
    );
  const named = operations.flatMap(({ bulkId }) => bulkId ?? []);
  if (new Set(named).size < named.length) throw invalid('invalidValue', 'Each bulkId must be used once.');
  return { failOnErrors: failOnErrors ?? Number.POSITIVE_INFINITY, steps: operations.map(stepOf) };
}

function stepOf(operation: Operation): Step {
  const [, place = operation.path, added = ''] = /^(.*\/)(bulkId:.*)$/.exec(operation.path) ?? [];
  const text = textOf([place, added, operation.data ?? null]);
  return { operation, text, refersTo: new Set([...text.matchAll(REFERENCE)].map(([, name = '']) => name)) };
}

function textOf(value: unknown): string {
  let text: string | null = null;
  try {
    text = JSON.stringify(value);
  } catch {
    // Answered below.
  }
  if (text === null) throw invalid('invalidSyntax', 'The data of an operation nest too deep.');
  return text;
}

/** The call of a step whose references are known. @throws ScimError */
function callOf({ operation, text }: Step, ids: ReadonlyMap<string, string>): ScimCall {
  const known = text.replaceAll(REFERENCE, (_, name: string) => JSON.stringify(ids.get(name)));
  const [path, added, body] = JSON.parse(known) as [string, string, unknown];
  const [, type, id = null] = PATH.exec(`${path}${added}`) ?? [];
  const { method, version, bulkId } = operation;
  if (type !== 'Users' && type !== 'Groups')
    throw invalid(
      'invalidPath',
      `${operation.path.slice(0, 100)} must be /Users or /Groups, with an id besides for POST.`,
    );
  if ((method === 'POST') !== (id === null))
    throw invalid(
      'invalidPath',
      `${method} ${operation.path.slice(0, 100)} must ${id === null ? 'name' : 'not name'} a resource.`,
    );
  if (method === 'POST' && bulkId == null)
    throw invalid('invalidValue', 'An operation that adds a resource needs a bulkId.');
  return { method, type, id, ifMatch: version ?? null, body };
}

export type BulkOptions = {
  readonly base: string;
  /** @throws ScimError, RequestError */
  readonly call: (call: ScimCall) => Promise<ScimOutcome>;
  /** The answer of an operation that failed. */
  readonly failureOf: (error: unknown) => ScimFailure;
};

type Result = { readonly status: string; readonly isFailed: boolean } & Readonly<Record<string, unknown>>;

/**
 * Does the operations of a bulk request, each in a transaction of its own: in their order, but for those that refer to a resource
 * that a later one adds. What cannot be resolved, since operations refer to each other, is refused with 409.
 * @returns the answer, which leaves out the operations after `failOnErrors` failures
 */
export async function answerBulk({ steps, failOnErrors }: BulkRequest, options: BulkOptions): Promise<object> {
  const names = new Set(steps.flatMap(({ operation }) => operation.bulkId ?? []));
  const ids = new Map<string, string>();
  const failed = new Set<string>();
  const results = new Map<Step, Result>();
  let failures = 0;
  const settle = async (step: Step, problem: ScimError | null): Promise<void> => {
    const result = await resultOf(step, ids, problem, options);
    results.set(step, result);
    const { bulkId } = step.operation;
    if (result.isFailed) {
      failures += 1;
      if (bulkId != null) failed.add(bulkId);
    }
  };
  let pending = steps;
  while (pending.length > 0 && failures < failOnErrors) {
    const left: Step[] = [];
    for (const step of pending) {
      if (failures >= failOnErrors) break;
      const missing = [...step.refersTo].filter((name) => !ids.has(name));
      const problem = missing.map((name) => problemOf(name, { names, failed })).find((each) => each !== null) ?? null;
      if (missing.length === 0 || problem !== null) await settle(step, problem);
      else left.push(step);
    }
    if (left.length === pending.length) {
      for (const step of left) if (failures < failOnErrors) await settle(step, CIRCULAR);
      break;
    }
    pending = left;
  }
  const answered = steps.flatMap((step) => results.get(step) ?? []);
  return { schemas: [RESPONSE], Operations: answered.map(({ isFailed: _, ...result }) => result) };
}

const CIRCULAR = new ScimError(409, 'The operations refer to each other. Add one of them without the reference first.');

/** Why a resource that an operation refers to will not be added; null while it may be. */
function problemOf(
  name: string,
  { names, failed }: { readonly names: ReadonlySet<string>; readonly failed: ReadonlySet<string> },
): ScimError | null {
  if (!names.has(name)) return invalid('invalidValue', `No operation has the bulkId ${name}.`);
  return failed.has(name) ? new ScimError(409, `The operation with the bulkId ${name} failed.`) : null;
}

async function resultOf(
  step: Step,
  ids: Map<string, string>,
  problem: ScimError | null,
  { base, call, failureOf }: BulkOptions,
): Promise<Result> {
  const { method, bulkId } = step.operation;
  const named = { method, ...(bulkId == null ? {} : { bulkId }) };
  try {
    if (problem !== null) throw problem;
    const request = callOf(step, ids);
    const { status, resource } = await call(request);
    if (bulkId != null && resource !== null) ids.set(bulkId, resource.id);
    const location = `${base}/${request.type}/${resource?.id ?? request.id}`;
    const version = resource === null ? {} : { version: resource.meta.version };
    return { ...named, location, ...version, status: String(status), isFailed: false };
  } catch (error) {
    const failure = failureOf(error);
    const { status, detail, scimType } = failure;
    return { ...named, status: String(status), response: scimErrorBody(status, detail, scimType), isFailed: true };
  }
}
