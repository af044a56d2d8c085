/**
 * Starts the live stream at the position of the earliest reply, so that the stream brings every change that a reply
 * lacks. A later reply with an earlier position may lack changes that the stream never brings; `onMissed` then reloads
 * everything.
 */
export const makeReplyPositions = (onMissed: () => void) => {
  let earliest: number | undefined
  let isStarted = false
  return {
    note(position: number): void {
      if (earliest !== undefined && position >= earliest) return
      const isMissed = isStarted && earliest !== undefined
      // Lowers the position, so that further replies of the same age do not reload everything again.
      earliest = position
      if (isMissed) onMissed()
    },
    /** Position of the earliest reply; undefined before the first reply. */
    start(): number | undefined {
      isStarted = true
      return earliest
    },
  }
}
