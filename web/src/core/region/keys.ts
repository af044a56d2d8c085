export const regionKeys = {
  all: ['region'],
  uses: (id: string | undefined) => ['region-uses', id],
} as const
