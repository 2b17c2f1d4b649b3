import { useEffect, useMemo, useState } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import type { MapData } from './map-data.ts';
import type { MapPlaces, MapStructure } from './place-nodes.ts';
import PlaceWorker from './place-worker.ts?worker';

/** A graph with the places of its nodes. */
export type PlacedMap = { readonly data: MapData; readonly places: MapPlaces };

export type Placing =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly retry: () => void }
  | { readonly phase: 'ready'; readonly map: PlacedMap };

/** The structure of a graph as text: a refreshed graph usually has the same one, which needs no other places. */
function structureOf({ nodes, edges }: MapData, isFramed: boolean): string {
  const structure: MapStructure = { groups: nodes.map(({ group }) => group), edges, isFramed };
  return JSON.stringify(structure);
}

/** Finds the places of a graph's nodes in a worker. While a changed graph is placed, the earlier one stays. */
export function usePlaces(data: MapData, isFramed: boolean): Placing {
  const structure = useMemo(() => structureOf(data, isFramed), [data, isFramed]);
  const latest = useLatest(data);
  const [placed, setPlaced] = useState<(PlacedMap & { readonly structure: string }) | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number | null>(null);
  useEffect(() => {
    const fail = (): void => setFailedAttempt(attempt);
    const worker = startWorker();
    if (worker === null) {
      fail();
      return;
    }
    worker.onmessage = ({ data: places }: MessageEvent<MapPlaces>) =>
      setPlaced({ structure, places, data: latest.current });
    worker.onerror = fail;
    worker.postMessage(JSON.parse(structure));
    return () => worker.terminate();
  }, [structure, attempt]);
  if (failedAttempt === attempt) return { phase: 'failed', retry: () => setAttempt(attempt + 1) };
  if (placed === null) return { phase: 'loading' };
  return { phase: 'ready', map: placed.structure === structure ? { ...placed, data } : placed };
}

/** Null where the browser refuses workers. */
function startWorker(): Worker | null {
  try {
    return new PlaceWorker();
  } catch {
    return null;
  }
}
