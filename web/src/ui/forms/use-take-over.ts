import { useEffect, useEffectEvent } from 'react'

/** Calls `take` when the saved values differ from the form's initial ones: someone else, or another window, saved. */
export const useTakeOver = (saved: object, base: object, take: () => void): void => {
  const now = JSON.stringify(saved)
  const compare = useEffectEvent(() => {
    if (now !== JSON.stringify(base)) take()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is saved says when to compare
  useEffect(() => compare(), [now])
}
