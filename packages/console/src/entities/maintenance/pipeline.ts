/** A download or upload as it is declared. */
export type Pipeline = { readonly kind: 'download' | 'upload'; readonly name: string; readonly project: string };

export type PipelineCommand = { readonly act: 'pause' | 'maintenance'; readonly pipeline: Pipeline };
