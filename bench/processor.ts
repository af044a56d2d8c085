import { readdirSync, readFileSync } from 'node:fs'

const fieldsOf = (pid: number): number[] => {
  try {
    return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ').map(Number)
  } catch {
    return []
  }
}

export const processorSeconds = (pid: number): number => {
  const fields = fieldsOf(pid)
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) / 100
}

/**
 * CPU seconds of all children of a process, including ended ones. The children of a server are the processes of its
 * database.
 */
export const processorSecondsBelow = (pid: number): number => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), fields: fieldsOf(Number(name)) }))
  const below = (parent: number): number =>
    all
      .filter(({ fields }) => fields[1] === parent)
      .reduce((sum, one) => sum + ownAndEnded(one.fields) + below(one.pid), 0)
  const ownAndEnded = (fields: number[]) => fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / 100
  return below(pid)
}
