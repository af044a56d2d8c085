import { useCallback, useState } from 'react'

export const useIdSet = () => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) =>
      setIds((now) => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  const clear = useCallback(() => setIds(new Set()), [])
  return { ids, toggle, clear }
}
