/**
 * Decides where the live stream starts: at the position of the earliest reply, from where it brings everything that any
 * reply may lack. A reply that arrives later and is older than that may lack a change that the stream never brings:
 * `onMissed` then has to load everything again.
 */
export const makeReplyPositions = (onMissed: () => void) => {
  let earliest: number | undefined
  let isStarted = false
  return {
    note(position: number): void {
      if (earliest !== undefined && position >= earliest) return
      const isMissed = isStarted && earliest !== undefined
      // Lowered, so that replies as old as this one do not load everything again and again.
      earliest = position
      if (isMissed) onMissed()
    },
    /** Undefined if there was no reply yet. */
    start(): number | undefined {
      isStarted = true
      return earliest
    },
  }
}
