import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { SearchField } from './SearchField.tsx'

beforeAll(async () => void (await startTestI18n()))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
})

/** Changes the value from outside the field, as a new URL does. */
let arrive = (_value: string) => {}
const Owned = ({ value, ...handlers }: { value: string; onChange: (text: string) => void; onDown: () => void }) => {
  const [current, setCurrent] = useState(value)
  arrive = (next) => act(() => setCurrent(next))
  return <SearchField label="Search" value={current} {...handlers} />
}

const open = (value = '') => {
  const onChange = vi.fn()
  const onDown = vi.fn()
  show(<Owned {...{ value, onChange, onDown }} />)
  return { onChange, onDown, field: screen.getByRole<HTMLInputElement>('searchbox') }
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const pause = () => act(() => vi.advanceTimersByTime(300))

test('reports the text once when typing pauses', () => {
  const { field, onChange } = open()
  for (const text of ['f', 'fl', 'flood']) type(field, text)
  expect(onChange).not.toHaveBeenCalled()
  pause()
  expect(onChange.mock.calls).toEqual([['flood']])
  pause()
  expect(onChange).toHaveBeenCalledOnce()
})

test('Enter reports without waiting, and Escape clears the field', () => {
  const { field, onChange } = open('flood')
  type(field, 'fire')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onChange).toHaveBeenLastCalledWith('fire')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(onChange).toHaveBeenLastCalledWith('')
  expect(field.value).toBe('')
})

test('slash focuses the field, except while typing elsewhere', () => {
  const { field } = open()
  const other = document.body.appendChild(document.createElement('input'))
  other.focus()
  fireEvent.keyDown(other, { key: '/' })
  expect(document.activeElement).toBe(other)
  other.remove()
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(field)
})

test('arrow down leaves the field for the results', () => {
  const { field, onDown } = open()
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(onDown).toHaveBeenCalledOnce()
})

test('typed text stays until its owner sets another value', () => {
  const { field, onChange } = open()
  type(field, 'flo')
  pause()
  expect(onChange).toHaveBeenLastCalledWith('flo')
  type(field, 'flood')
  arrive('flo')
  expect(field.value).toBe('flood')
  pause()
  arrive('flood')
  expect(field.value).toBe('flood')
  arrive('')
  expect(field.value).toBe('')
})
