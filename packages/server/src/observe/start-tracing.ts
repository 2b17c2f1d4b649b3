import { context, trace } from '@opentelemetry/api';

export type Tracing = { stop(): Promise<void> };

export type TracingOptions = {
  /** Base address of a collector that speaks OTLP over HTTP; null: nothing is traced, and no library is loaded. */
  readonly endpoint: string | null;
  /** Headers that the collector asks for. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Part of the traces that is kept, from 0 to 1. */
  readonly ratio: number;
  /** Names this process among others. */
  readonly instance: string;
};

/** How long the last spans may take to be sent when the program stops. */
const FLUSH_LIMIT = 2_000;

/** Sends spans to a collector in batches from now on. A collector that does not answer costs spans, never work. */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const { endpoint } = options;
  if (endpoint === null) return { stop: async () => {} };
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: 10_000,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.instance.id': options.instance,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000, maxQueueSize: 8_192 })],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_LIMIT).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      trace.disable();
      context.disable();
    },
  };
}
