import { useCallback, useState } from 'react'

/** A set of ids that grows and shrinks one by one: rows that are ticked, groups that are closed. */
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
