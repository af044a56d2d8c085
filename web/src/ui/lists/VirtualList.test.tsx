import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { VirtualList } from './VirtualList.tsx'

const listOf = (count: number, revealed?: string) => (
  <div data-testid="area" style={{ overflowY: 'auto' }}>
    <VirtualList
      items={Array.from({ length: count }, (_, index) => `row ${index}`)}
      keyOf={keyOf}
      heightOf={heightOf}
      label="Rows"
      {...(revealed && { revealed })}
      render={(item) => item}
    />
  </div>
)
const keyOf = (item: string) => item
const heightOf = () => 64

test('new rows cause no synchronous layout', () => {
  const { rerender, getByTestId, getByRole } = render(listOf(100))
  const area = getByTestId('area')
  const list = getByRole('list')
  const asked = vi.fn(() => 0)
  for (const name of ['scrollTop', 'clientHeight'] as const) Object.defineProperty(area, name, { get: asked })
  vi.spyOn(list, 'getBoundingClientRect').mockImplementation(() => {
    asked()
    return new DOMRect()
  })
  rerender(listOf(300))
  expect(list.style.blockSize).toBe(`${300 * 64}px`)
  expect(asked).not.toHaveBeenCalled()
})

test('a revealed row that arrives later is scrolled to once', () => {
  const { rerender, getByTestId } = render(listOf(100, 'row 150'))
  const area = getByTestId('area')
  rerender(listOf(200, 'row 150'))
  expect(area.scrollTop).toBeGreaterThan(0)
  area.scrollTop = 0
  rerender(listOf(201, 'row 150'))
  expect(area.scrollTop).toBe(0)
})
