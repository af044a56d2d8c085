import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { areaAround } from '#contract'
import * as drawing from '../../map/can-draw-maps.ts'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { HomeAreaField } from './HomeAreaField.tsx'

const search = vi.fn()
answerCalls(search)
beforeAll(async () => void (await startTestI18n()))

test('without a map the home area is found by searching for a place', async () => {
  search.mockResolvedValue([{ address: 'Haifa, Israel', coordinates: [35, 32.8] }])
  const onChange = vi.fn()
  show(<HomeAreaField area={null} onChange={onChange} />)
  fireEvent.change(screen.getByPlaceholderText('Search for an address'), { target: { value: 'Haifa' } })
  fireEvent.click(await screen.findByText('Haifa, Israel'))
  expect(onChange.mock.calls).toEqual([[areaAround([35, 32.8])]])
  expect(screen.queryByRole('button', { name: 'Frame on a map' })).toBeNull()
})

test('the home area can be framed on a map if the browser can draw one', () => {
  const canDraw = vi.spyOn(drawing, 'canDrawMaps').mockReturnValue(true)
  show(<HomeAreaField area={null} onChange={vi.fn()} />)
  expect(screen.getByRole('button', { name: 'Frame on a map' })).toBeTruthy()
  canDraw.mockRestore()
})
