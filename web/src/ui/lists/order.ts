export const moveTo = (ids: readonly string[], id: string, to: number): string[] => {
  const rest = ids.filter((one) => one !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}
