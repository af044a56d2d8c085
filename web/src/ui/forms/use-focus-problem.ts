import { type ReactNode, useEffect, useRef, useState } from 'react'
import { focusProblem } from './focus-problem.ts'

/** Focuses the first field with an error, after errors are rendered. */
export const useFocusProblem = (errors: Record<string, ReactNode>) => {
  const element = useRef<HTMLFormElement | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt, not with every error that comes and goes
  useEffect(() => {
    if (attempt === 0) return
    // Fields are inert while the form is being sent, and cannot be focused before that ends.
    const frame = requestAnimationFrame(() => focusProblem(element.current, (field) => Boolean(errors[field])))
    return () => cancelAnimationFrame(frame)
  }, [attempt])
  return { element, focusProblem: () => setAttempt((count) => count + 1) }
}
