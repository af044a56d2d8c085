export const atOnce = async <T>(width: number, times: number, work: (number: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < times) {
      const number = next++
      results[number] = await work(number)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
