/** Sizes of a drawing in its own pixels. */
export const NODE_SIZE = { width: 208, height: 46 } as const;

export const SPACING = {
  /** Between the nodes of a layer. */
  node: 12,
  /** Between layers, where edges run. */
  layer: 64,
  /** Between parts that are not connected. */
  part: 28,
  /** Between frames. */
  group: 32,
  /** Within a frame. */
  frame: 16,
  /** Its title. */
  title: 40,
  /** The height that an edge takes in a layer that it passes. */
  way: 8,
} as const;
