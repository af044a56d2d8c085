import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { targetOf } from './import-rules.ts'
import { checkout, importsOf } from './source.ts'

export function importGraph(files: readonly string[]): Map<string, string[]> {
  const all = new Set(files)
  return new Map(
    files.map((file) => {
      const specifiers = importsOf(readFileSync(join(checkout, file), 'utf8'))
      return [file, specifiers.map((specifier) => targetOf(file, specifier)).filter((target) => all.has(target))]
    }),
  )
}

/** Cycles of a graph as paths from a file back to itself; empty if there are none. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const finished = new Set<string>()
  const path: string[] = []
  const visit = (file: string) => {
    if (finished.has(file)) return
    const start = path.indexOf(file)
    if (start >= 0) {
      cycles.push([...path.slice(start), file])
      return
    }
    path.push(file)
    for (const target of graph.get(file) ?? []) visit(target)
    path.pop()
    finished.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}
