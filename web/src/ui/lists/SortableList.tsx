import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SortableList.module.css'

export const moveTo = (ids: readonly string[], id: string, to: number): string[] => {
  const rest = ids.filter((one) => one !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

type Props<T> = {
  label: string
  items: readonly T[]
  idOf: (item: T) => string
  nameOf: (item: T) => string
  render: (item: T, grip: ReactNode) => ReactNode
  /** Called with the ids in their new order. If absent, the order cannot be changed. */
  onOrder?: ((ids: string[]) => void) | undefined
}

const keys: Record<string, number> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** A list whose rows are sorted by dragging their grips, or with arrow keys on a grip. */
export const SortableList = <T,>({ label, items, idOf, nameOf, render, onOrder }: Props<T>) => {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<{ id: string; order: string[] }>()
  const [announcement, setAnnouncement] = useState('')
  const ids = items.map(idOf)
  const order = dragged?.order ?? ids
  const shown = order.flatMap((id) => items.find((item) => idOf(item) === id) ?? [])

  const place = (id: string, to: number, from = order) => moveTo(from, id, Math.max(0, Math.min(to, from.length - 1)))
  const press = (event: KeyboardEvent, item: T) => {
    const step = keys[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = place(idOf(item), ids.indexOf(idOf(item)) + step)
    setAnnouncement(t('order.moved', { name: nameOf(item), place: next.indexOf(idOf(item)) + 1, of: next.length }))
    if (next.join() !== ids.join()) onOrder?.(next)
  }
  /** Index of the row under the pointer: the first row that ends below it. */
  const under = (y: number) => {
    const rows = [...(list.current?.children ?? [])]
    const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
    return at < 0 ? rows.length - 1 : at
  }
  const drag = {
    onPointerMove: ({ clientY }: PointerEvent) =>
      setDragged((now) => now && { ...now, order: place(now.id, under(clientY), now.order) }),
    onPointerUp: () => {
      if (dragged && dragged.order.join() !== ids.join()) onOrder?.(dragged.order)
      setDragged(undefined)
    },
    onPointerCancel: () => setDragged(undefined),
  }
  const grip = (item: T) =>
    onOrder && (
      <button
        type="button"
        className={classes.grip}
        aria-label={t('order.grip', { name: nameOf(item) })}
        title={t('order.hint')}
        onKeyDown={(event) => press(event, item)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragged({ id: idOf(item), order: ids })
        }}
        {...drag}
      >
        <IconGripVertical size={18} stroke={1.75} aria-hidden />
      </button>
    )
  return (
    <div className={classes.root}>
      <ul ref={list} className={classes.list} aria-label={label}>
        {shown.map((item) => (
          <li key={idOf(item)} className={classes.item} data-dragged={dragged?.id === idOf(item) || undefined}>
            {render(item, grip(item))}
          </li>
        ))}
      </ul>
      <p className={classes.told} aria-live="polite">
        {announcement}
      </p>
    </div>
  )
}
