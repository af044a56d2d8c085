export const keyedChanges = <Values extends object>(initial: Values, now: Values): Partial<Values> => {
  const text = (value: unknown) => JSON.stringify(value, (name, part) => (name === 'key' ? undefined : part))
  const changed = Object.entries(now).filter(([name, value]) => text(value) !== text(initial[name as keyof Values]))
  return Object.fromEntries(changed) as Partial<Values>
}
