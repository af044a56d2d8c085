import { Turns } from '../kit/slices.ts'

/** Lists of at least this length are written item by item, so that megabytes do not block the event loop. */
const LONG_LIST = 100
/** Depth to which objects and short lists are searched for long lists, such as `properties.logs` of an event. */
const DEPTH = 3

const isLongList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length >= LONG_LIST

const holdsLongList = (value: unknown, depth: number): value is object =>
  isLongList(value) ||
  (depth > 0 &&
    value !== null &&
    typeof value === 'object' &&
    Object.values(value).some((field) => holdsLongList(field, depth - 1)))

function* piecesOf(value: unknown, depth: number): Generator<string> {
  if (!holdsLongList(value, depth)) yield JSON.stringify(value) ?? 'null'
  else if (Array.isArray(value)) {
    const depthOfItems = isLongList(value) ? 0 : depth - 1
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ','
      yield* piecesOf(item, depthOfItems)
    }
    yield ']'
  } else {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    for (const [index, [name, field]] of fields.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
      yield* piecesOf(field, depth - 1)
    }
    yield '}'
  }
}

/** Serialises a reply to bytes. Node would measure and copy a string again before sending it. */
export const jsonBytes = async (result: unknown): Promise<Buffer> => {
  if (!holdsLongList(result, DEPTH)) return Buffer.from(JSON.stringify(result))
  const turns = new Turns()
  const parts: Buffer[] = []
  for (const piece of piecesOf(result, DEPTH)) {
    parts.push(Buffer.from(piece))
    await turns.next()
  }
  return Buffer.concat(parts)
}
