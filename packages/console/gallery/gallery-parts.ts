import type { ComponentType } from 'react';
import { GanttTrial, MapTrial } from './canvas-trial.tsx';
import { ChartSpecimens } from './chart-specimens.tsx';
import { EditorSpecimens } from './editor-specimens.tsx';
import { FormSpecimens } from './form-specimens.tsx';
import { FrameSpecimens } from './frame-specimens.tsx';
import { GraphSpecimens } from './graph-specimens.tsx';
import { PickerSpecimens } from './picker-specimens.tsx';
import { PopupAnswer } from './popup-trial.tsx';

export type GalleryPart = {
  /** In the address: ?part=forms. */
  readonly name: string;
  readonly title: string;
  readonly Content: ComponentType;
};

/** The parts of the gallery besides its first page. */
export const GALLERY_PARTS: readonly GalleryPart[] = [
  { name: 'forms', title: 'Forms', Content: FormSpecimens },
  { name: 'pickers', title: 'Pickers', Content: PickerSpecimens },
  { name: 'frames', title: 'Frames', Content: FrameSpecimens },
  { name: 'charts', title: 'Charts', Content: ChartSpecimens },
  { name: 'editor', title: 'Editor', Content: EditorSpecimens },
  { name: 'graphs', title: 'Graphs', Content: GraphSpecimens },
];

/** Many nodes and many bars on a canvas, for the measurement of frames while they are moved. They are not in the navigation. */
export const CANVAS_TRIALS: readonly GalleryPart[] = [
  { name: 'map', title: 'Map', Content: MapTrial },
  { name: 'gantt', title: 'Gantt', Content: GanttTrial },
];

/** The page in the window that the gallery opens. It is not in the navigation. */
export const POPUP_ANSWER: GalleryPart = { name: 'popup-answer', title: 'Answer', Content: PopupAnswer };
