import { startSourceServer } from './source-server.ts';

export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
};

export type OtlpReceiver = {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** All that was sent, as it came. */
  readonly bodies: string[];
  readonly headers: Readonly<Record<string, unknown>>[];
  stop(): Promise<void>;
};

type Body = {
  resourceSpans?: {
    scopeSpans?: {
      spans?: (Omit<ReceivedSpan, 'attributes' | 'links' | 'parentSpanId'> & {
        parentSpanId?: string;
        attributes?: { key: string; value: Record<string, unknown> }[];
        links?: ReceivedSpan['links'];
      })[];
    }[];
  }[];
};

/** A collector that keeps what it is sent: OTLP over HTTP, as JSON. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: Readonly<Record<string, unknown>>[] = [];
  const { url, stop } = await startSourceServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      if (request.url === '/v1/traces') {
        bodies.push(text);
        headers.push(request.headers);
        spans.push(...spansOf(JSON.parse(text) as Body));
      }
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return { url, spans, bodies, headers, stop };
}

function spansOf(body: Body): ReceivedSpan[] {
  const sent = (body.resourceSpans ?? []).flatMap((resource) => resource.scopeSpans ?? []);
  return sent
    .flatMap((scope) => scope.spans ?? [])
    .map((span) => ({
      traceId: span.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId ?? '',
      name: span.name,
      attributes: Object.fromEntries((span.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]])),
      links: span.links ?? [],
    }));
}
