import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { LngLat } from '#contract'
import { showMap } from '../../../testing/map.tsx'
import { useCorners } from './useShape.ts'

/** On this map a degree is ten pixels, and the map's centre is at 0, 0. */
showMap()

const Shape = ({ onChange }: { onChange: (corners: LngLat[]) => void }) => {
  const [corners, setCorners] = useState<LngLat[]>([])
  const change = (next: LngLat[]) => {
    setCorners(next)
    onChange(next)
  }
  const setAtMiddle = useCorners({ corners, isOn: true, label: (place) => `Corner ${place + 1}`, onChange: change })
  return (
    <button type="button" onClick={setAtMiddle}>
      Add
    </button>
  )
}

test('a polygon is drawn from the keyboard alone', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  render(<Shape onChange={onChange} />)
  await user.tab()
  await user.keyboard('{Enter}')
  expect(document.activeElement, 'the new corner is at hand').toBe(screen.getByRole('button', { name: 'Corner 1' }))
  await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowUp}{/Shift}')
  expect(onChange).toHaveBeenLastCalledWith([[1.6, 4.8]])

  await user.keyboard('{Escape}')
  expect(document.activeElement, 'and from there back').toBe(screen.getByRole('button', { name: 'Add' }))
  await user.keyboard('{Enter}{ArrowLeft}')
  expect(onChange).toHaveBeenLastCalledWith([
    [1.6, 4.8],
    [-0.8, 0],
  ])

  await user.keyboard('{Enter}')
  expect(onChange, 'pressed it goes').toHaveBeenLastCalledWith([[1.6, 4.8]])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Corner 1' }))
})
