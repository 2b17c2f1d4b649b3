/** A fault that the stand-in injects instead of, or besides, answering a request. */
export type FaultKind =
  /** Answers with an error of the API and does nothing. */
  | {
      readonly status: number;
      readonly reason: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Closes the connection, before the request is served or before it is answered. */
  | 'cut-before'
  | 'cut-after'
  /** Never answers. */
  | 'hang'
  /** Is served when the test releases it, and later than what comes in the meantime. */
  | 'late';

/** A planted fault: the `times` next requests whose "METHOD path?query" fits, after `skip` of them. */
export type PlantedFault = {
  /** Over "METHOD path?query". */
  readonly request: RegExp;
  readonly skip?: number;
  readonly times?: number;
  readonly kind: FaultKind;
};

/** The planted faults of a stand-in, and the requests that it got. */
export function createFaults() {
  let planted: { readonly fault: PlantedFault; seen: number }[] = [];
  let asked: string[] = [];
  return {
    /** Takes the place of the faults planted before, and forgets the requests. */
    plant(...faults: readonly PlantedFault[]): void {
      planted = faults.map((fault) => ({ fault, seen: 0 }));
      asked = [];
    },
    /** Requests since the last planting, as "METHOD path?query". */
    asked: (): readonly string[] => asked,
    /** The fault to inject into this request; null to serve it. */
    next(request: string): FaultKind | null {
      asked.push(request);
      for (const one of planted) {
        if (!one.fault.request.test(request)) continue;
        one.seen += 1;
        const nth = one.seen - (one.fault.skip ?? 0);
        if (nth >= 1 && nth <= (one.fault.times ?? 1)) return one.fault.kind;
      }
      return null;
    },
  };
}
