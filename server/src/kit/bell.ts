/** Rung any number of times, it wakes the one who waits once. Rung before the wait, it is not slept through. */
export function bell() {
  let isRung = false
  let wake: (() => void) | undefined
  return {
    ring(): void {
      isRung = true
      wake?.()
    },

    /** False when the time ran out. */
    async wait(ms: number): Promise<boolean> {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      const wasRung = isRung
      wake = undefined
      isRung = false
      return wasRung
    },
  }
}
