import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { coverApi } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { CoverPhoto } from './CoverPhoto.tsx'
import { CoverWords } from './CoverWords.tsx'

const answer = vi.fn(async (..._request: unknown[]): Promise<unknown> => ({ photo: '/api/cohesion/files/new' }))
answerCalls(answer)
beforeEach(async () => {
  answer.mockClear()
  await startTestI18n('en')
})

const showPhoto = async () => {
  const onClose = vi.fn()
  show(
    <CoverPhoto src="/api/cohesion/files/old-token" alt="A crash" backupNote="Backups: 14 days." onClose={onClose} />,
  )
  const canvas = await screen.findByRole('button', { name: 'Photo to paint on' })
  canvas.getBoundingClientRect = () => new DOMRect(100, 50, 200, 100)
  return { canvas, onClose }
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Cover permanently' }))
const sentStrokes = () => {
  const [, input] = answer.mock.calls[0] as [unknown, { body: { file: string; strokes: { points: number[][] }[] } }]
  return input.body
}

test('strokes are sent as fractions of the picture, without undone ones', async () => {
  const { canvas, onClose } = await showPhoto()
  expect(screen.getByText(/This can’t be undone.*Backups: 14 days\./)).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cover permanently' }).disabled).toBe(true)
  const at = (clientX: number, clientY: number) => ({ clientX, clientY, button: 0, isPrimary: true, pointerId: 1 })
  fireEvent.pointerDown(canvas, at(150, 75))
  fireEvent.pointerMove(canvas, at(200, 100))
  fireEvent.pointerUp(canvas, at(200, 100))
  fireEvent.pointerMove(canvas, at(290, 140))
  fireEvent.pointerDown(canvas, at(120, 60))
  fireEvent.pointerUp(canvas, at(120, 60))
  fireEvent.click(screen.getByRole('button', { name: 'Undo stroke' }))
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(answer.mock.calls[0]?.[0]).toBe(coverApi.photo)
  expect(sentStrokes()).toEqual({
    file: 'old-token',
    strokes: [
      {
        radius: 0.05,
        points: [
          [0.25, 0.25],
          [0.5, 0.5],
        ],
      },
    ],
  })
})

test('arrow keys move the brush, space covers, and backspace undoes', async () => {
  const { canvas, onClose } = await showPhoto()
  for (const key of ['ArrowRight', ' ', 'ArrowDown', '+', 'Enter', 'ArrowUp', ' ', 'Backspace'])
    fireEvent.keyDown(canvas, { key })
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentStrokes().strokes).toEqual([
    { radius: 0.05, points: [[0.55, 0.5]] },
    { radius: 0.06, points: [[0.55, 0.55]] },
  ])
})

test('pressing a word covers it wherever it occurs, and pressing again uncovers it', async () => {
  const onClose = vi.fn()
  const texts = [
    { label: 'Name', text: 'Levi fell' },
    { label: 'Description', text: 'Call Levi, or LEVI.' },
  ]
  show(<CoverWords id="1" texts={texts} backupNote="" onClose={onClose} />)
  const pressed = () => screen.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  fireEvent.click(await screen.findByRole('button', { name: 'LEVI' }))
  expect(pressed()).toEqual(['Levi', 'Levi', 'LEVI'])
  fireEvent.click(screen.getByRole('button', { name: 'fell' }))
  fireEvent.click(screen.getByRole('button', { name: 'fell' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cover one word permanently' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(answer).toHaveBeenCalledWith(coverApi.words, { params: { id: '1' }, body: { words: ['levi'] } })
})
