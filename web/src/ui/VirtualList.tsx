import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useScrollAnchor } from './scroll-anchor.ts'
import classes from './VirtualList.module.css'

export type VirtualListHandle = { focusFirst: () => void }

type Props<T> = {
  ref?: Ref<VirtualListHandle>
  items: readonly T[]
  keyOf: (item: T) => string
  /** Pixels. Known beforehand, so that nothing is measured and nothing jumps. */
  heightOf: (item: T) => number
  label: string
  /** The part of it that is focused and pressed carries `data-main`; only the item in reach of Tab gets tabIndex 0. */
  render: (item: T, tabIndex: 0 | -1) => ReactNode
  /** Which items can be seen, whenever that changes. */
  onSeen?: (first: number, last: number) => void
  /** Brought into view when it changes, and only then. */
  revealed?: string
  /** Pixels at the top and the bottom of the scroll area that stay covered. */
  covered?: { top: number; bottom: number }
}

const OVERSCAN = 6

/**
 * A list of any length in the scroll area around it. Arrow keys, Home and End move; what is inserted or removed above
 * does not move what is read.
 */
export const VirtualList = <T,>({
  ref,
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
  const [area, setArea] = useState<{ scroller: HTMLElement; margin: number }>()
  const [activeKey, setActiveKey] = useState<string>()
  const toFocus = useRef<string>(null)

  const found = useMemo(() => items.findIndex((item) => keyOf(item) === activeKey), [items, keyOf, activeKey])
  const active = found < 0 ? 0 : found
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      // The focused item stays in the page wherever one scrolls to, or the focus would be lost.
      if (active >= range.count || shown.includes(active)) return shown
      return active < (shown[0] ?? 0) ? [active, ...shown] : [...shown, active]
    },
    [active],
  )
  // Kept between renders: with another function every place is calculated anew.
  const getItemKey = useCallback((index: number) => keyOf(items[index] as T), [items, keyOf])
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => area?.scroller ?? null,
    estimateSize: (index) => heightOf(items[index] as T),
    getItemKey,
    overscan: OVERSCAN,
    rangeExtractor,
    scrollMargin: area?.margin ?? 0,
    scrollPaddingStart: covered.top,
    scrollPaddingEnd: covered.bottom,
    useFlushSync: false,
  })
  // Whoever shows the list rendered, so what stands above it may have changed; scrolling alone changes nothing of it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `render` is another one whenever that happens
  useLayoutEffect(() => {
    const scroller = list.current && scrollerOf(list.current)
    if (!list.current || !scroller) return
    const margin = Math.round(
      list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
    )
    setArea((now) => (now?.scroller === scroller && now.margin === margin ? now : { scroller, margin }))
  }, [render, items])

  const shown = virtualizer.getVirtualItems()
  useScrollAnchor({ ...area, covered: covered.top }, items, keyOf, virtualizer)

  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
  useLayoutEffect(() => onSeen?.(startIndex, endIndex), [onSeen, startIndex, endIndex])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another item to reveal moves the list
  useLayoutEffect(() => {
    const index = revealed === undefined ? -1 : items.findIndex((item) => keyOf(item) === revealed)
    if (index >= 0 && area) virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [revealed, area === undefined])

  useLayoutEffect(() => {
    const key = toFocus.current
    if (key === null) return
    const main = list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] [data-main]`)
    if (!main) return
    toFocus.current = null
    main.focus({ preventScroll: true })
  })

  const focusAt = (index: number) => {
    const item = items[Math.max(0, Math.min(items.length - 1, index))]
    if (item === undefined) return
    toFocus.current = keyOf(item)
    setActiveKey(keyOf(item))
    virtualizer.scrollToIndex(items.indexOf(item), { align: 'auto' })
  }
  useImperativeHandle(ref, () => ({ focusFirst: () => focusAt(0) }))

  const move = (event: KeyboardEvent) => {
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: items.length - 1 }[event.key]
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    focusAt(next)
  }

  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label={label}
      style={{ blockSize: virtualizer.getTotalSize() }}
      onKeyDown={move}
    >
      {shown.map(({ index, key, start, size }) => {
        const item = items[index]
        if (item === undefined) return null
        const place: CSSProperties = { blockSize: size, translate: `0 ${start - (area?.margin ?? 0)}px` }
        return (
          <li
            key={key}
            className={classes.item}
            style={place}
            data-key={key}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            onFocus={() => setActiveKey(keyOf(item))}
          >
            {render(item, index === active ? 0 : -1)}
          </li>
        )
      })}
    </ul>
  )
}

const scrollerOf = (element: HTMLElement): HTMLElement | undefined => {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return undefined
}
