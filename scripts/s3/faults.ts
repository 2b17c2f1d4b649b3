/** Fault that the test server makes instead of, or besides, answering a request. */
export type FaultKind =
  /** Answers with an S3 error and does nothing. */
  | { readonly answer: { readonly status: number; readonly code: string; readonly region?: string } }
  /** Closes the connection, before the request is served or before it is answered. */
  | 'cut-before'
  | 'cut-after'
  /** Answers with status 200 and an error in the body, and does nothing. */
  | 'error-in-200'
  /** Serves the request and answers with another ETag. */
  | 'wrong-etag'
  /** Changes a byte of the body in transit. */
  | 'corrupt'
  /** Never answers. */
  | 'hang';

/** A planted fault: the `times` next requests of a method whose url fits, after letting `skip` of them pass. */
export type Fault = {
  readonly method: string;
  /** Source of a regular expression over path and query. */
  readonly url: string;
  readonly skip?: number;
  readonly times: number;
  readonly kind: FaultKind;
};

/** The planted faults of each bucket, and its requests. */
export function createFaults() {
  const planted = new Map<string, { readonly fault: Fault; seen: number }[]>();
  const asked = new Map<string, string[]>();
  return {
    plant(bucket: string, faults: readonly Fault[]): void {
      planted.set(
        bucket,
        faults.map((fault) => ({ fault, seen: 0 })),
      );
      asked.set(bucket, []);
    },
    /** Requests since the last planting, as "METHOD /path?query". */
    log: (bucket: string): readonly string[] => asked.get(bucket) ?? [],
    /** Returns the fault for this request; null to serve it. */
    next(bucket: string, method: string, url: string): FaultKind | null {
      asked.set(bucket, [...(asked.get(bucket) ?? []), `${method} ${url}`]);
      for (const one of planted.get(bucket) ?? []) {
        const { fault } = one;
        if (fault.method !== method || !new RegExp(fault.url).test(url)) continue;
        one.seen += 1;
        const nth = one.seen - (fault.skip ?? 0);
        if (nth >= 1 && nth <= fault.times) return fault.kind;
      }
      return null;
    },
  };
}
