export const LINEAGE_FORMATS = ['text', 'json', 'mermaid'] as const;

export type LineageOptions = { readonly format: (typeof LINEAGE_FORMATS)[number] };
