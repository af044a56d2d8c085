import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#contract'
import { answerCalls } from '../../../testing/calls.ts'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { PlaceField } from './PlaceField.tsx'

beforeAll(async () => void (await startTestI18n()))
const answer = vi.fn()
answerCalls(answer)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a failed search is retried instead of showing no results', async () => {
  answer
    .mockRejectedValueOnce(new Problem('unavailable'))
    .mockResolvedValue([{ address: 'Sacramento', coordinates: [-121, 38] }])
  const onPlace = vi.fn()
  show(
    <PlaceField
      token="link"
      area={null}
      styleUrl={null}
      place={null}
      error={undefined}
      isAsked={false}
      onPlace={onPlace}
    />,
  )
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Sacramento' } })
  await pass(400)
  expect(screen.getByText(/Search isn’t responding/)).toBeTruthy()
  expect(screen.queryByText(/No places found/)).toBeNull()
  await pass(5_100)
  fireEvent.click(screen.getByRole('button', { name: 'Sacramento' }))
  expect(onPlace).toHaveBeenCalledWith({ at: [-121, 38], address: 'Sacramento' })
  expect(screen.queryByText(/Search isn’t responding/)).toBeNull()
})
