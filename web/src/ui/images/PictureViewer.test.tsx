import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { PictureViewer } from './PictureViewer.tsx'

const pictures = ['Gate', 'Pier', 'Road'].map((alt) => ({ src: `/files/${alt}`, alt }))

beforeAll(async () => void (await startTestI18n()))
afterEach(() => {
  document.documentElement.dir = 'ltr'
})

const shownPicture = () => screen.getByRole('img').getAttribute('alt')
const swipe = (dx: number) => {
  const dialog = screen.getByRole('dialog')
  const start = [{ clientX: 200, clientY: 200 }]
  fireEvent.touchStart(dialog, { touches: start, changedTouches: start })
  fireEvent.touchEnd(dialog, { touches: [], changedTouches: [{ clientX: 200 + dx, clientY: 210 }] })
}

test('several pictures are browsed by buttons, keys and swipes, wrapping around', async () => {
  const onClose = vi.fn()
  const user = userEvent.setup()
  show(<PictureViewer pictures={pictures} first={1} onClose={onClose} />)
  expect(shownPicture()).toBe('Pier')
  expect(screen.getByRole('status').textContent).toBe('2 of 3')
  await user.click(screen.getByRole('button', { name: 'Next picture' }))
  expect(shownPicture()).toBe('Road')
  await user.keyboard('{ArrowRight}')
  expect(shownPicture()).toBe('Gate')
  await user.keyboard('{ArrowLeft}')
  expect(shownPicture()).toBe('Road')
  swipe(80)
  expect(shownPicture()).toBe('Pier')
  swipe(-80)
  expect(shownPicture()).toBe('Road')
  swipe(10)
  expect(shownPicture()).toBe('Road')
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('one picture has no browse buttons', async () => {
  show(<PictureViewer pictures={pictures.slice(0, 1)} onClose={() => {}} />)
  expect(screen.queryByRole('button', { name: 'Next picture' })).toBeNull()
  await userEvent.keyboard('{ArrowRight}')
  expect(shownPicture()).toBe('Gate')
})

test('in right-to-left languages the next picture is on the left', async () => {
  document.documentElement.dir = 'rtl'
  show(<PictureViewer pictures={pictures} onClose={() => {}} />)
  await userEvent.keyboard('{ArrowLeft}')
  expect(shownPicture()).toBe('Pier')
  swipe(80)
  expect(shownPicture()).toBe('Road')
})
