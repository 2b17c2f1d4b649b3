import type { PlanValue } from '@switchboard/model/plan';

type BodyValue = { readonly [name: string]: PlanValue };

/** The body of a POST. */
export type RequestBody = {
  readonly type: string;
  readonly value: BodyValue;
  readonly write: (value: BodyValue) => string;
};

export const jsonBody = (value: BodyValue): RequestBody => ({
  type: 'application/json',
  value,
  write: (given) => JSON.stringify(given),
});

/** Lists repeat the name of their field; objects are written as JSON. */
export const formBody = (value: BodyValue): RequestBody => ({
  type: 'application/x-www-form-urlencoded',
  value,
  write: (given) =>
    new URLSearchParams(
      Object.entries(given).flatMap(([name, item]) =>
        (Array.isArray(item) ? (item as readonly PlanValue[]) : [item]).map((one): [string, string] => [
          name,
          formText(one),
        ]),
      ),
    ).toString(),
});

const formText = (value: PlanValue): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** A body with another value in one of its fields, by path. */
export const setAt = (body: RequestBody, path: string, value: PlanValue): RequestBody => ({
  ...body,
  value: withValue(body.value, path.split('.'), value),
});

function withValue(object: BodyValue, [name = '', ...rest]: readonly string[], value: PlanValue): BodyValue {
  const inner = object[name];
  const isNested = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  return {
    ...object,
    [name]: rest.length === 0 ? value : withValue(isNested ? (inner as BodyValue) : {}, rest, value),
  };
}
