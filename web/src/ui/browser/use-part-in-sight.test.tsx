import { act, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { usePartInSight } from './use-part-in-sight.ts'

const scrolled: string[] = []
let grow = () => {}

const Panel = ({ part }: { part: string | undefined }) => {
  const panel = useRef<HTMLDivElement>(null)
  usePartInSight(panel, part)
  return (
    <div ref={panel}>
      <div data-part="backup" />
      <div data-part="streets" />
    </div>
  )
}

const open = (part?: string) => {
  scrolled.length = 0
  HTMLElement.prototype.scrollIntoView = function () {
    scrolled.push(this.dataset.part ?? '')
  }
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        grow = changed
      }
      observe() {}
      disconnect() {
        grow = () => {}
      }
    },
  )
  render(<Panel part={part} />)
}

afterEach(() => vi.unstubAllGlobals())

test('the requested part stays in view while others load, until the user scrolls', () => {
  open('streets')
  act(() => grow())
  expect(scrolled).toEqual(['streets', 'streets'])
  dispatchEvent(new Event('wheel'))
  act(() => grow())
  expect(scrolled).toHaveLength(2)
})

test('a panel opened without a part starts at its top', () => {
  open()
  expect(scrolled).toEqual([])
})
