/** A wake-up signal. Several rings wake the waiter once; a ring before the wait is not lost. */
export function bell() {
  let isRung = false
  let wake: (() => void) | undefined
  return {
    ring(): void {
      isRung = true
      wake?.()
    },

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
