export type ByteReader = {
  read(count: number): Promise<Buffer>
}

export const byteReader = (source: AsyncIterable<Uint8Array>): ByteReader => {
  const iterator = source[Symbol.asyncIterator]()
  let chunks: Buffer[] = []
  let available = 0

  const fill = async (count: number): Promise<void> => {
    while (available < count) {
      const next = await iterator.next()
      if (next.done) return
      const chunk = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length)
      chunks.push(chunk)
      available += chunk.length
    }
  }

  return {
    async read(count) {
      await fill(count)
      const taken: Buffer[] = []
      let missing = Math.min(count, available)
      available -= missing
      while (missing > 0) {
        const [first = Buffer.alloc(0)] = chunks
        if (first.length > missing) {
          taken.push(first.subarray(0, missing))
          chunks[0] = first.subarray(missing)
          missing = 0
        } else {
          taken.push(first)
          chunks = chunks.slice(1)
          missing -= first.length
        }
      }
      return taken.length === 1 && taken[0] ? taken[0] : Buffer.concat(taken)
    },
  }
}
