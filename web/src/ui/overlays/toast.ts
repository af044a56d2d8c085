import i18next from 'i18next'
import { Problem } from '#contract'
import { problemText } from '../../api/problem-text.ts'
import type { Toast } from './Toasts.tsx'

const TIMEOUT_MS = 2000
/** Longer, because texts about a failing network or server take longer to read. */
const PROBLEM_TIMEOUT_MS = 5000

let isRequested = false
const listeners = new Set<() => void>()
export const isToasterNeeded = (): boolean => isRequested
export const onToasterNeeded = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the notifications library with the first toast. */
export const toast = async ({
  message,
  color = 'primary',
  timeoutMs = TIMEOUT_MS,
  top = false,
  action,
}: Toast): Promise<void> => {
  isRequested = true
  for (const listener of listeners) listener()
  const { showToast } = await import('./Toasts.tsx')
  showToast({ message, color, timeoutMs, top, action })
}

export const toastProblem = (error: unknown): Promise<void> =>
  toast({
    message: problemText(error, i18next.t),
    color: 'red',
    timeoutMs: isRefusal(error) ? false : PROBLEM_TIMEOUT_MS,
  })

/** Whether the user must change something before another try; such a toast stays until it is dismissed. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Problem && error.statusCode >= 400 && error.statusCode < 500
