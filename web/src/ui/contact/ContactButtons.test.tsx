import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { ContactButtons } from './ContactButtons.tsx'

beforeAll(async () => void (await startTestI18n()))

test('without a phone number the buttons are disabled and say why', () => {
  const { rerender } = show(<ContactButtons name="Dana" phone={null} />)
  const chat = screen.getByRole('button', { name: 'Chat with Dana' })
  expect(chat.getAttribute('aria-disabled')).toBe('true')
  expect(chat.getAttribute('aria-description')).toBe('No phone number')
  rerender(<ContactButtons name={undefined} phone={null} />)
  expect(screen.getAllByRole('button').map((button) => button.ariaLabel ?? button.getAttribute('aria-label'))).toEqual([
    'Chat',
    'Call',
  ])
})
