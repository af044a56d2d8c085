import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { SensorLog } from '#contract'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { MediaPlayer } from './MediaPlayer.tsx'

beforeAll(async () => void (await startTestI18n()))

const recordings = ['Second knock', 'First knock'].map(
  (text, index): SensorLog => ({
    id: `r${index}`,
    datetime: '2024-03-01T10:00:00Z',
    type: 'audio',
    text,
    state: null,
    previousState: null,
    username: '',
    params: [{ url: `/files/${index}.wav` }],
  }),
)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const element = () => document.querySelector('video') as HTMLVideoElement

test('pausing while the next recording loads does not prevent playing it', () => {
  show(<MediaPlayer recordings={recordings} />)
  fireEvent.play(element())
  expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined()
  press('Next')
  press('Stop')
  expect(screen.getByRole('button', { name: 'Play' })).toBeDefined()
  expect(element().autoplay).toBe(false)
})

test('the next recording keeps playing although the replaced one pauses', () => {
  show(<MediaPlayer recordings={recordings} />)
  const first = element()
  fireEvent.play(first)
  press('Next')
  expect(screen.getByText('First knock')).toBeDefined()
  fireEvent.pause(first)
  expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined()
  expect(element().autoplay).toBe(true)
})
