import { useMutationState } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { LogEntry } from '#contract'
import { aoiKeys } from '../keys.ts'
import type { AddedEntry } from './data.ts'

/** Scrolls to an entry that this member has just added, not to entries of others. */
export const useRevealAdded = (entries: readonly LogEntry[]): RefObject<HTMLOListElement | null> => {
  const list = useRef<HTMLOListElement>(null)
  const added = useMutationState({
    filters: { mutationKey: aoiKeys.addEntry, status: 'success' },
    select: ({ state }) => (state.data as AddedEntry).entryId,
  }).at(-1)
  const revealed = useRef(added)
  const isListed = added !== undefined && entries.some(({ _id }) => _id === added)
  useEffect(() => {
    if (!isListed || revealed.current === added) return
    revealed.current = added
    list.current?.querySelector(`[data-id="${added}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [added, isListed])
  return list
}
