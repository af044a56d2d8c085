export const secondsSince = (startInMs: number) => `${((performance.now() - startInMs) / 1000).toFixed(1)} s`

export async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const startInMs = performance.now()
  process.stdout.write(`${name} … `)
  try {
    const result = await work()
    console.log(secondsSince(startInMs))
    return result
  } catch (error) {
    console.log('failed')
    throw error
  }
}
