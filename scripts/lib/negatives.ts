/**
 * Turns `--box -122,37,…` into `--box=-122,37,…`, because `parseArgs` treats a value that begins with a minus as an
 * option.
 */
export const joinNegatives = (args: readonly string[], names: readonly string[]): string[] => {
  const isNegative = (index: number) => /^-\d/.test(args[index] ?? '') && names.includes(args[index - 1] ?? '')
  return args.flatMap((arg, index) => {
    if (isNegative(index)) return []
    return isNegative(index + 1) ? [`${arg}=${args[index + 1]}`] : [arg]
  })
}
