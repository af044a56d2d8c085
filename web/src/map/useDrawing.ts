import { useEffect, useEffectEvent, useRef } from 'react'
import type { Drawing, DrawingOptions } from './drawing.ts'
import { useOpenMap } from './shownMap.ts'

type Tools = Pick<Drawing, 'undoCorner' | 'startOver'> & { hasMap: boolean }

export function useDrawing({ ring, others, onChange }: DrawingOptions): Tools {
  const map = useOpenMap()?.map
  const drawing = useRef<Drawing>(undefined)
  const notify = useEffectEvent(onChange)
  const start = useEffectEvent((begin: typeof import('./drawing.ts').startDrawing) => {
    if (map) drawing.current = begin(map, { ring, others, onChange: (...step) => notify(...step) })
  })
  useEffect(() => {
    if (!map) return
    let isOver = false
    import('./drawing.ts').then((file) => isOver || start(file.startDrawing))
    return () => {
      isOver = true
      drawing.current?.stop()
      drawing.current = undefined
    }
  }, [map])
  return {
    undoCorner: () => drawing.current?.undoCorner(),
    startOver: () => drawing.current?.startOver(),
    hasMap: map !== undefined,
  }
}
