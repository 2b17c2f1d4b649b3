import {
  type Attributes,
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { PipelineError } from '@switchboard/model/errors/errors';

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;

export type SpanOptions = {
  /** Ids, names of routes and phases, counts. Never texts of people, addresses with their query, rows or secrets. */
  readonly attributes?: Attributes;
  readonly kind?: keyof typeof SpanKind;
  /** W3C trace parent of the span that this one hangs below; without it the active one, if any. */
  readonly parent?: string | null;
};

/** Runs something as a span. Costs next to nothing while nothing is exported. A failure is recorded by its code alone. */
export async function traced<T>(name: string, options: SpanOptions, use: (span: Span) => Promise<T>): Promise<T> {
  const parent = contextBelow(options.parent ?? null);
  const span = startSpan(name, options, parent);
  try {
    return await context.with(trace.setSpan(parent, span), use, undefined, span);
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** A span that the caller ends. */
export function startSpan(
  name: string,
  options: SpanOptions,
  parent: Context = contextBelow(options.parent ?? null),
): Span {
  return trace.getTracer('switchboard').startSpan(
    name,
    {
      kind: SpanKind[options.kind ?? 'INTERNAL'],
      ...(options.attributes ? { attributes: options.attributes } : {}),
    },
    parent,
  );
}

/** Messages may quote what the other side sent; codes and names do not. */
export function failSpan(span: Span, error: unknown): void {
  const code = error instanceof PipelineError ? error.code : error instanceof Error ? error.name : 'unknown';
  span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR, message: code });
}

/** The active span as W3C writes it; null when nothing is traced. */
export function traceParent(span: Span | undefined = trace.getActiveSpan()): string | null {
  const current = span?.spanContext();
  if (!current || !trace.isSpanContextValid(current)) return null;
  return `00-${current.traceId}-${current.spanId}-${(current.traceFlags & SAMPLED).toString(16).padStart(2, '0')}`;
}

/** Parses a W3C trace parent. Null for any other text: it may come from anywhere. */
export function readTraceParent(text: string): SpanContext | null {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  const read = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
  return trace.isSpanContextValid(read) ? read : null;
}

/** The trace's id for log lines; undefined when nothing is traced. */
export function traceId(): string | undefined {
  const current = trace.getActiveSpan()?.spanContext();
  return current && trace.isSpanContextValid(current) ? current.traceId : undefined;
}

function contextBelow(parent: string | null): Context {
  const above = parent === null ? null : readTraceParent(parent);
  return above ? trace.setSpanContext(ROOT_CONTEXT, above) : context.active();
}
