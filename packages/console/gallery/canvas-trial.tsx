import type { StatusTone } from '@switchboard/model/status/status';
import { useState } from 'react';
import { Gantt } from '../src/ui/gantt/gantt.tsx';
import { type GanttBar, type GanttRow, placeGantt } from '../src/ui/gantt/gantt-data.ts';
import type { MapData, MapNode } from '../src/ui/node-map/map-data.ts';
import { NodeMap } from '../src/ui/node-map/node-map.tsx';
import { usePlaces } from '../src/ui/node-map/use-places.ts';
import styles from './gallery.module.css';

const NODES = 2_000;
const PROJECTS = 40;
const UNITS = 10_000;
const ROWS = 1_000;
const HOUR = 3_600_000;
const MIDNIGHT = Date.UTC(2026, 10, 20);
const DAY = { start: MIDNIGHT, end: MIDNIGHT + 24 * HOUR };
const TONES: readonly StatusTone[] = ['completed', 'completed', 'completed', 'working', 'warning', 'error'];
const toneOf = (at: number): StatusTone => TONES[at % TONES.length] ?? 'completed';
const GLYPHS = ['down', 'table', 'up'] as const;

/** Pipelines of downloads, two layers of tables and uploads, most edges within a project. */
function sampleMap(): MapData {
  const layer = NODES / 4;
  const nodes = Array.from({ length: NODES }, (_, at): MapNode => {
    const kind = Math.min(2, Math.ceil(Math.floor(at / layer) / 1.5));
    return {
      ...{
        id: `n${at}`,
        label: `asset_${at}`,
        note: `Nov ${1 + (at % 28)}`,
        description: `asset_${at}`,
        isFaint: false,
      },
      ...{ tone: toneOf(at), glyph: GLYPHS[kind] ?? 'table', group: `project_${at % PROJECTS}` },
    };
  });
  const edges = Array.from({ length: NODES - layer }, (_, at) => at + layer).flatMap((to) => [
    [to - layer, to] as const,
    [Math.max(0, to - layer - (to % 3 === 0 ? PROJECTS : 1)), to] as const,
  ]);
  return { nodes, edges };
}

/** Units of a day that wait and run, some of them twice. */
function sampleRows(): readonly GanttRow[] {
  return Array.from({ length: ROWS }, (_, row): GanttRow => {
    const bars = Array.from({ length: UNITS / ROWS }, (_, at): GanttBar => {
      const unit = row + at * ROWS;
      const from = MIDNIGHT + ((unit * 7919) % (23 * 3600)) * 1000;
      const [started, until] = [from + (unit % 300) * 1000, from + (300 + (unit % 1500)) * 1000];
      return {
        ...{ id: `u${unit}`, tone: toneOf(unit), isLate: unit % 50 === 0, isFaint: false, description: `unit ${unit}` },
        parts: [
          { kind: 'wait', from, until: started },
          { kind: 'run', from: started, until },
        ],
        failures: unit % 20 === 0 ? [(started + until) / 2] : [],
      };
    });
    return { id: `r${row}`, label: `declaration_${row}`, glyph: row % 2 === 0 ? 'down' : 'up', bars };
  });
}

const MAP = sampleMap();
const GANTT = placeGantt(sampleRows());
const NO_PATH: readonly string[] = [];

export function MapTrial() {
  const [selected, setSelected] = useState<string | null>(null);
  const placing = usePlaces(MAP, true);
  return (
    <div className={styles['trial']}>
      {placing.phase === 'ready' && (
        <NodeMap label="Assets" map={placing.map} selected={selected} onOpen={setSelected} />
      )}
    </div>
  );
}

export function GanttTrial() {
  const [selected, setSelected] = useState<string | null>(null);
  return (
    <div className={styles['trial']}>
      <Gantt
        label="Units"
        gantt={GANTT}
        bounds={DAY}
        initial={DAY}
        now={DAY.end}
        selected={selected}
        path={NO_PATH}
        onOpen={setSelected}
      />
    </div>
  );
}
