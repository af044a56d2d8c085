import type { HeldState } from '#contract'

export type HeldFilter = { state: HeldState; text: string; typeId: string }

export const reviewKeys = {
  all: ['review'],
  status: ['review', 'status'],
  next: (skipped: readonly string[]) => ['review', 'next', skipped],
  list: (filter: HeldFilter) => ['review', 'list', filter],
} as const
