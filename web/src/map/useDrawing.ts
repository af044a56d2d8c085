import { useEffect, useEffectEvent, useRef } from 'react'
import type { Drawing, DrawingOptions } from './drawing.ts'
import { useOpenMap } from './shownMap.ts'

export function useDrawing({ ring, others, onChange }: DrawingOptions): { startOver: () => void; hasMap: boolean } {
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
  return { startOver: () => drawing.current?.startOver(), hasMap: map !== undefined }
}
