import { useEffect, useEffectEvent } from 'react'

/** Calls when what is saved is no longer what a form began with: somebody else was at it, or another window. */
export const useTakeOver = (saved: object, base: object, take: () => void): void => {
  const now = JSON.stringify(saved)
  const compare = useEffectEvent(() => {
    if (now !== JSON.stringify(base)) take()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is saved says when to compare
  useEffect(() => compare(), [now])
}
