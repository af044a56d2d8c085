import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { edgesOf, indexAt, scrollFor, shiftOf, startOf, wholeOf } from './edges.ts'
import classes from './VirtualList.module.css'

export type VirtualListHandle = { focusFirst: () => void }

type Props<T> = {
  ref?: Ref<VirtualListHandle>
  /** Identifies the list. A new key scrolls to the top; with the same key, new items keep the scroll position. */
  listKey?: string
  items: readonly T[]
  keyOf: (item: T) => string
  /** In pixels. Known in advance, so that no row is measured and nothing jumps. */
  heightOf: (item: T) => number
  label: string
  /** The element to focus and press needs the attribute `data-main`. Only one item has tabIndex 0. */
  render: (item: T, tabIndex: 0 | -1) => ReactNode
  /** Called with the indexes of the first and last visible item whenever they change. */
  onSeen?: (first: number, last: number) => void
  /** Key of an item to scroll into view when the key changes or the item arrives. */
  revealed?: string
  covered?: { top: number; bottom: number }
}

const OVERSCAN = 6

/** Maximum wait for a revealed item that has not arrived yet, such as a new event. */
const REVEAL_MS = 10_000

/**
 * A virtual list in the nearest scroll area. Arrow keys, Home and End move the focus. Inserting or removing items above
 * does not move the visible ones.
 */
export const VirtualList = <T,>({
  ref,
  listKey,
  items,
  keyOf,
  heightOf,
  label,
  render,
  onSeen,
  revealed,
  covered = { top: 0, bottom: 0 },
}: Props<T>) => {
  const list = useRef<HTMLUListElement>(null)
  const edges = useMemo(() => edgesOf(items, heightOf), [items, heightOf])
  const { area, port } = useArea(list)
  // `useAnchor` must come first: it corrects the scroll position from which `useSeen` calculates the visible items.
  const before = useAnchor(area, port, covered.top, listKey, items, keyOf, edges)
  const { first, last } = useSeen(area, port, edges)
  useLayoutEffect(() => {
    const seen = items.slice(first, last + 1)
    before.current = new Map(seen.map((item, place) => [keyOf(item), startOf(edges, first + place)]))
  }, [before, items, keyOf, edges, first, last])
  useEffect(() => onSeen?.(first, last), [onSeen, first, last])

  const scrollTo = (index: number) => {
    if (!area || index < 0) return
    const { scroller, margin } = area
    const stretch = { from: margin + startOf(edges, index), to: margin + startOf(edges, index + 1) }
    const from = scroller.scrollTop + covered.top
    const to = scroller.scrollTop + scroller.clientHeight - covered.bottom
    scroller.scrollTop += scrollFor(stretch, { from, to })
  }
  const toReveal = useRef<{ key: string; until: number }>(null)
  useLayoutEffect(() => {
    toReveal.current = revealed === undefined ? null : { key: revealed, until: performance.now() + REVEAL_MS }
  }, [revealed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another item to reveal moves the list
  useLayoutEffect(() => {
    if (!area || !toReveal.current) return
    const { key, until } = toReveal.current
    const index = items.findIndex((item) => keyOf(item) === key)
    const isOver = performance.now() > until
    if (index < 0 && !isOver) return
    toReveal.current = null
    if (!isOver) scrollTo(index)
  }, [revealed, items, area === undefined])

  const [activeKey, setActiveKey] = useState<string>()
  const activeIndex = useMemo(
    () => (activeKey === undefined ? -1 : items.findIndex((item) => keyOf(item) === activeKey)),
    [items, keyOf, activeKey],
  )
  const active = Math.max(0, activeIndex)
  const toFocus = useRef<string>(null)
  useLayoutEffect(() => {
    if (toFocus.current === null) return
    const main = list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(toFocus.current)}"] [data-main]`)
    if (!main) return
    toFocus.current = null
    main.focus({ preventScroll: true })
  })
  const focusAt = (index: number) => {
    const place = Math.max(0, Math.min(items.length - 1, index))
    const item = items[place]
    if (item === undefined) return
    toFocus.current = keyOf(item)
    setActiveKey(keyOf(item))
    scrollTo(place)
  }
  useImperativeHandle(ref, () => ({ focusFirst: () => focusAt(0) }))

  const move = (event: KeyboardEvent) => {
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: items.length - 1 }[event.key]
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    focusAt(next)
  }

  return (
    <ul ref={list} className={classes.list} aria-label={label} style={{ blockSize: wholeOf(edges) }} onKeyDown={move}>
      {placesShown(items.length, first, last, active).map((index) => {
        const item = items[index] as T
        const key = keyOf(item)
        const start = startOf(edges, index)
        const end = startOf(edges, index + 1)
        return (
          <li
            key={key}
            className={classes.item}
            style={{ blockSize: end - start, translate: `0 ${start}px` }}
            data-key={key}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            onFocus={() => setActiveKey(key)}
          >
            {render(item, index === active ? 0 : -1)}
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Indexes to render: the visible items, the overscan, and the item with tabIndex 0, which would lose the focus if
 * unmounted.
 */
const placesShown = (count: number, first: number, last: number, active: number): number[] => {
  const from = Math.max(0, first - OVERSCAN)
  const to = Math.min(count, last + OVERSCAN + 1)
  const places = Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place)
  if (active >= count || (active >= from && active < to)) return places
  return active < from ? [active, ...places] : [...places, active]
}

type Area = { scroller: HTMLElement; margin: number }

type Port = { top: number; height: number }

const portOf = ({ scrollTop, clientHeight }: HTMLElement): Port => ({ top: scrollTop, height: clientHeight })

/**
 * The list's scroll area, the list's offset in it, and a ref with the visible range. Reading that range from the DOM
 * after items have changed would force a synchronous layout.
 */
const useArea = (list: RefObject<HTMLElement | null>) => {
  const [area, setArea] = useState<Area>()
  const port = useRef<Port>({ top: 0, height: 0 })
  useLayoutEffect(() => {
    const element = list.current
    const measure = () => {
      const scroller = element && scrollerOf(element)
      if (!scroller) return
      port.current = portOf(scroller)
      const { top } = element.getBoundingClientRect()
      const margin = Math.round(top - scroller.getBoundingClientRect().top + scroller.scrollTop)
      setArea((now) => (now?.scroller === scroller && now.margin === margin ? now : { scroller, margin }))
    }
    measure()
    // Observes all ancestors, because content that grows above the list resizes one of them.
    const sizes = new ResizeObserver(measure)
    for (let around: HTMLElement | null = element; around; around = around.parentElement) sizes.observe(around)
    return () => sizes.disconnect()
  }, [list])
  return { area, port }
}

const scrollerOf = (element: HTMLElement): HTMLElement | undefined => {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return undefined
}

type VisibleRange = { first: number; last: number }

const useSeen = (area: Area | undefined, port: RefObject<Port>, edges: Float64Array): VisibleRange => {
  const [seen, setSeen] = useState<VisibleRange>({ first: 0, last: 0 })
  useLayoutEffect(() => {
    if (!area) return
    const { scroller, margin } = area
    const look = () => {
      const top = port.current.top - margin
      const first = indexAt(edges, top)
      const last = indexAt(edges, top + port.current.height - 1)
      setSeen((now) => (now.first === first && now.last === last ? now : { first, last }))
    }
    const measure = () => {
      port.current = portOf(scroller)
      look()
    }
    look()
    const size = new ResizeObserver(measure)
    size.observe(scroller)
    scroller.addEventListener('scroll', measure, { passive: true })
    return () => {
      size.disconnect()
      scroller.removeEventListener('scroll', measure)
    }
  }, [area, port, edges])
  return seen
}

/**
 * Keeps the visible items in place when items are inserted or removed above them. A list scrolled to the top stays
 * there, so that new items are visible. Returns a ref for the positions of the visible items.
 */
const useAnchor = <T,>(
  area: Area | undefined,
  port: RefObject<Port>,
  coveredTop: number,
  listKey: string | undefined,
  items: readonly T[],
  keyOf: (item: T) => string,
  edges: Float64Array,
) => {
  const before = useRef<ReadonlyMap<string, number>>(new Map())
  const read = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other items shift anything
  useLayoutEffect(() => {
    if (!area) return
    const { scroller, margin } = area
    const isAnother = read.current !== (listKey ?? '')
    read.current = listKey ?? ''
    const top = margin - coveredTop
    if (port.current.top <= top) return
    const shift = isAnother ? undefined : shiftOf(before.current, items, keyOf, edges)
    if (shift === 0) return
    scroller.scrollTop = shift === undefined ? top : scroller.scrollTop + shift
    port.current = portOf(scroller)
  }, [items, area === undefined])
  return before
}
