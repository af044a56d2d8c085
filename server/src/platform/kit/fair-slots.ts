/**
 * Slots shared by owners. An owner takes a slot only while it has fewer slots than are free. The next owner therefore
 * finds a free slot, however long the other owners keep theirs.
 */
export const openFairSlots = (size: number) => {
  const used = new Map<string, number>()
  /** Owners in the order in which they last took a slot. */
  const served = new Set<string>()
  let free = size
  const usedBy = (owner: string): number => used.get(owner) ?? 0

  return {
    usedBy,
    free: () => free,
    used: () => size - free,

    /**
     * Number of slots that each owner may take now, with the owner whose turn it is first. A slot goes to the owner with
     * the fewest slots, and among equals to the owner that has waited longest.
     */
    share: (owners: Iterable<string>): Map<string, number> => {
      const places = new Map([...served].map((owner, place) => [owner, place]))
      const waiting = [...owners]
        .map((owner) => ({ owner, place: places.get(owner) ?? -1, count: usedBy(owner) }))
        .sort((one, other) => one.place - other.place)
      const shares = new Map<string, number>()
      for (let left = free; left > 0; left--) {
        const next = waiting.reduce<(typeof waiting)[number] | undefined>(
          (least, one) => (least && least.count <= one.count ? least : one),
          undefined,
        )
        if (!next || next.count >= left) break
        next.count++
        shares.set(next.owner, (shares.get(next.owner) ?? 0) + 1)
      }
      return shares
    },

    take: (owner: string): void => {
      free--
      used.set(owner, usedBy(owner) + 1)
      served.delete(owner)
      served.add(owner)
    },

    release: (owner: string): void => {
      free++
      if (usedBy(owner) > 1) used.set(owner, usedBy(owner) - 1)
      else used.delete(owner)
    },
  }
}
