import { uuidV7 } from '../platform/db/id.ts'

export type Random = {
  next(): number
  below(end: number): number
  pick<T>(list: readonly T[]): T
  isLucky(share: number): boolean
  spread(): number
  some<T>(list: readonly T[], count: number): T[]
  bytes(count: number): Buffer
  id(ms: number): string
}

/** The same seed gives the same numbers on every machine (sfc32). */
export function seeded(seed: number): Random {
  let a = seed | 0
  let b = (seed / 2 ** 32) | 0
  let c = 0x9e3779b9
  let counter = 1
  const uint32 = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  // Skips the first numbers, which still correlate with the seed.
  for (let round = 0; round < 16; round++) uint32()

  const next = () => uint32() / 2 ** 32
  const below = (end: number) => Math.floor(next() * end)
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T
  const bytes = (count: number) => {
    const buffer = Buffer.alloc(count)
    for (let at = 0; at < count; at += 4) buffer.writeUInt32BE(uint32(), at)
    return buffer
  }
  const some = <T>(list: readonly T[], count: number) => {
    const chosen = new Set<number>()
    while (chosen.size < Math.min(count, list.length)) chosen.add(below(list.length))
    return list.filter((_, index) => chosen.has(index))
  }
  const spread = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()) * 0.6
  const id = (ms: number) => uuidV7(ms, below(0x1000), bytes(8))
  return { next, below, pick, isLucky: (share) => next() < share, spread, some, bytes, id }
}
