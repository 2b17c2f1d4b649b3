import { useState } from 'react';
import type { GraphData } from '../src/ui/graph/graph-data.ts';
import { GraphFrame } from '../src/ui/graph/graph-frame.tsx';
import styles from './gallery.module.css';
import { SMALL_GRAPH, sampleGraph } from './samples/sample-graph.ts';
import { Section, Specimen } from './specimen.tsx';

const LARGE_GRAPH = sampleGraph(500);
const EMPTY_GRAPH: GraphData = { nodes: [], edges: [] };

function SampleGraph({ label, graph }: { readonly label: string; readonly graph: GraphData }) {
  const [selected, setSelected] = useState<string | null>(null);
  return (
    <div className={styles['editor']}>
      <GraphFrame label={label} graph={graph} selected={selected} onOpen={setSelected} />
    </div>
  );
}

/** Graphs in every state. */
export function GraphSpecimens() {
  return (
    <Section title="Graphs" wide>
      <Specimen title="A node of each state">
        <SampleGraph label="How warehouse is made" graph={SMALL_GRAPH} />
      </Specimen>
      <Specimen title="500 nodes">
        <SampleGraph label="All tables" graph={LARGE_GRAPH} />
      </Specimen>
      <Specimen title="Without nodes">
        <SampleGraph label="Nothing" graph={EMPTY_GRAPH} />
      </Specimen>
    </Section>
  );
}
