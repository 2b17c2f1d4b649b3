import type { ElkNode } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';

/** An answer of the worker: the placed graph, or why there is none. */
type Answer = { readonly id: number; readonly data?: ElkNode; readonly error?: unknown };

/** elk's own worker. Its class in elkjs needs CommonJS, whose helpers would be part of the first load of every page. */
export type ElkWorker = {
  /** @throws when the worker cannot be loaded or rejects the graph */
  readonly layout: (graph: ElkNode) => Promise<ElkNode>;
  readonly stop: () => void;
};

export function startElk(): ElkWorker {
  const worker = new Worker(workerUrl);
  const open = new Map<number, PromiseWithResolvers<ElkNode>>();
  let last = 0;
  let isBroken = false;
  worker.onmessage = ({ data: { id, data, error } }: MessageEvent<Answer>) => {
    const request = open.get(id);
    open.delete(id);
    if (data !== undefined) request?.resolve(data);
    else request?.reject(new Error('The graph could not be placed.', { cause: error }));
  };
  worker.onerror = () => {
    // A worker that cannot be loaded answers nothing.
    isBroken = true;
    for (const request of open.values()) request.reject(failed());
    open.clear();
  };
  worker.postMessage({ id: last, cmd: 'register', algorithms: ['layered'] });
  return {
    layout: (graph) => {
      if (isBroken) return Promise.reject(failed());
      const request = Promise.withResolvers<ElkNode>();
      last += 1;
      open.set(last, request);
      worker.postMessage({ id: last, cmd: 'layout', graph, layoutOptions: {}, options: {} });
      return request.promise;
    },
    stop: () => worker.terminate(),
  };
}

const failed = (): Error => new Error('The layout of the graph failed.');
