const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The kinds of invalid requests that RFC 7644 names (table 9), as far as they occur. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** Why a request of a directory failed. Thrown within a transaction, it also undoes what the request has changed so far. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | null;

  constructor(status: number, detail: string, scimType: ScimType | null = null) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** The answer of a failed request. */
export type ScimFailure = Pick<ScimError, 'status' | 'scimType'> & { readonly detail: string };

export const invalid = (scimType: ScimType, detail: string): ScimError => new ScimError(400, detail, scimType);

/** The body of a failed request (RFC 7644, 3.12). */
export function scimErrorBody(status: number, detail: string, scimType: ScimType | null = null): object {
  return { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType === null ? {} : { scimType }), detail };
}
