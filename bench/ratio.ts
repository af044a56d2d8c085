/**
 * Prints one line per measurement. Absolute figures depend on the machine, so the reference comes from the same run.
 */
export function line(name: string, value: number, unit: string, reference?: { name: string; value: number }): void {
  const against = reference
    ? ` (reference ${reference.name}: ${rounded(reference.value)} ${unit}, ratio ${rounded(value / reference.value)})`
    : ''
  console.log(`${name}: ${rounded(value)} ${unit}${against}`)
}

/** Fails the run, after its other measurements, if a figure is above its limit. */
export function atMost(name: string, value: number, limit: number): void {
  if (value <= limit) return
  console.error(`${name}: ${rounded(value)} is above the limit ${limit}`)
  process.exitCode = 1
}

const rounded = (value: number) => (Math.abs(value) >= 100 ? String(Math.round(value)) : value.toPrecision(3))

/**
 * Runs each measurement several times, in turns and every other round in reverse order. A busy moment of the machine
 * then affects all measurements alike. The same goes for the effect of the previous measurement, which changes results
 * by up to a fifth.
 */
export async function inTurns<Name extends string, Value>(
  runs: number,
  measures: Record<Name, () => Promise<Value>>,
): Promise<Record<Name, Value[]>> {
  const names = Object.keys(measures) as Name[]
  const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Value[]>
  for (let run = 0; run < runs; run++)
    for (const name of run % 2 === 0 ? names : names.toReversed()) values[name].push(await measures[name]())
  return values
}

export async function medians<Name extends string>(
  runs: number,
  measures: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const values = Object.entries<number[]>(await inTurns(runs, measures))
  return Object.fromEntries(values.map(([name, all]) => [name, middle(all)])) as Record<Name, number>
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
