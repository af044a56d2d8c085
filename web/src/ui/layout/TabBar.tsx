import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import classes from './TabBar.module.css'

type Props<T extends string> = {
  label: string
  /** `after` follows the title, such as a number or a badge. */
  tabs: readonly { id: T; title: string; after?: ReactNode }[]
  selected: T
  controls: string
  /** For more tabs than fit on a phone: the row scrolls instead of truncating titles. */
  isLong?: boolean
  onChoose: (id: T) => void
}

const step: Record<string, 1 | -1 | 'first' | 'last'> = { ArrowRight: 1, ArrowLeft: -1, Home: 'first', End: 'last' }

export const TabBar = <T extends string>({ label, tabs, selected, controls, isLong = false, onChoose }: Props<T>) => {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isLong)
      bar.current?.querySelector(`[data-tab="${selected}"]`)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [isLong, selected])
  const move = (event: KeyboardEvent) => {
    const way = step[event.key]
    if (way === undefined) return
    event.preventDefault()
    const forward = bar.current && getComputedStyle(bar.current).direction === 'rtl' ? -1 : 1
    const here = tabs.findIndex(({ id }) => id === selected)
    const next = way === 'first' ? 0 : way === 'last' ? tabs.length - 1 : here + way * forward
    const tab = tabs[(next + tabs.length) % tabs.length]
    if (!tab) return
    onChoose(tab.id)
    bar.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus()
  }
  return (
    <div
      ref={bar}
      className={classes.bar}
      data-long={isLong || undefined}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
    >
      {tabs.map(({ id, title, after }) => (
        <button
          key={id}
          type="button"
          role="tab"
          data-tab={id}
          className={classes.tab}
          aria-selected={id === selected}
          aria-controls={controls}
          tabIndex={id === selected ? 0 : -1}
          title={title}
          onClick={() => onChoose(id)}
        >
          {title}
          {after}
        </button>
      ))}
    </div>
  )
}
