import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Box, TileSet } from '#contract'
import { streetsKeys } from '../keys.ts'
import { isOutOfRoom, readSavedMap, removeSavedMap, type SaveProgress, saveMap } from './saved-map.ts'

const nothingYet: SaveProgress = { bytes: 0, tiles: 0, allTiles: 0 }

export const useSavedMap = () =>
  useQuery({
    queryKey: streetsKeys.savedMap,
    meta: { isStored: false },
    queryFn: readSavedMap,
    networkMode: 'always',
  })

export const useRemoveSavedMap = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: removeSavedMap,
    networkMode: 'always',
    onSuccess: () => queries.setQueryData(streetsKeys.savedMap, null),
  })
}

type Order = { area: Box; tileSets: readonly TileSet[]; limitBytes: number }

/** Saving runs in this page and stops when the panel closes. */
export const useSaveMap = () => {
  const queries = useQueryClient()
  const [progress, setProgress] = useState(nothingYet)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const save = useMutation({
    mutationFn: async (order: Order) => {
      const stop = new AbortController()
      running.current = stop
      setProgress(nothingYet)
      try {
        return await saveMap({ ...order, signal: stop.signal, onProgress: setProgress })
      } catch (error) {
        if (stop.signal.aborted) return null
        throw error
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: streetsKeys.savedMap }),
  })
  return {
    start: (order: Order) => save.mutate(order),
    stop: () => running.current?.abort(),
    progress,
    isSaving: save.isPending,
    problem: save.error && (isOutOfRoom(save.error) ? ('noRoom' as const) : ('failed' as const)),
  }
}
