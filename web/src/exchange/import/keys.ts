import type { ImportMapping } from '#contract'

export const importKeys = {
  list: ['import', 'list'],
  one: (id: string) => ['import', 'one', id],
  preview: (id: string, mapping: ImportMapping) => ['import', 'preview', id, mapping],
  rows: (id: string, which: 'rejected' | 'kept') => ['import', 'rows', id, which],
} as const
