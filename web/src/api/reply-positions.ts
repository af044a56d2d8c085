/**
 * Starts the live stream at the earliest reply's position, so that it brings every change that a reply may lack. A
 * later reply with an earlier position may lack a change that the stream never brings; `onMissed` then reloads
 * everything.
 */
export const makeReplyPositions = (onMissed: () => void) => {
  let earliest: number | undefined
  let isStarted = false
  return {
    note(position: number): void {
      if (earliest !== undefined && position >= earliest) return
      const isMissed = isStarted && earliest !== undefined
      // Lowered, so that further replies this old do not reload everything.
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
