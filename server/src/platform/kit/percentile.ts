/** Like PostgreSQL's `percentile_cont`; null if there are no values. Reorders `values`. */
export const percentile = (values: Float64Array, part: number): number | null => {
  if (values.length === 0) return null
  const position = part * (values.length - 1)
  const index = Math.floor(position)
  const low = nth(values, index)
  if (position === index) return low
  let high = Number.POSITIVE_INFINITY
  for (let at = index + 1; at < values.length; at++) high = Math.min(high, values[at] as number)
  return low + (position - index) * (high - low)
}

const nth = (values: Float64Array, index: number): number => {
  let from = 0
  let to = values.length - 1
  while (from < to) {
    // A random pivot, so that no order of values is slow.
    const pivot = values[from + Math.floor(Math.random() * (to - from + 1))] as number
    let left = from
    let right = to
    while (left <= right) {
      while ((values[left] as number) < pivot) left++
      while ((values[right] as number) > pivot) right--
      if (left > right) break
      const swapped = values[left] as number
      values[left++] = values[right] as number
      values[right--] = swapped
    }
    if (index <= right) to = right
    else if (index >= left) from = left
    else break
  }
  return values[index] as number
}
