import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Problem } from '#contract'
import { startTestI18n } from '../testing/i18n.ts'
import { show } from '../testing/render.tsx'
import { SetupPage } from './SetupPage.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../api/call.ts', () => ({ call }))

beforeAll(() => startTestI18n())
afterEach(cleanup)

const fill = async () => {
  show(<SetupPage />)
  const type = (label: RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text)
  await type(/token/i, 'guess')
  await type(/^Service/, 'Harbour')
  await type(/^First name/, 'Dana')
  await type(/^Username/, 'dana')
  await type(/^Password/, 'correct horse battery')
  await userEvent.click(screen.getByRole('button', { name: /create/i }))
}

test('a wrong token gets one message, under its field', async () => {
  call.mockRejectedValue(new Problem('setupToken', { fields: { token: 'form.invalid' } }))
  await fill()
  const token = screen.getByLabelText(/token/i)
  await vi.waitFor(() => expect(token.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('This token is not the one printed when the server started.')).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(token)
})

test('what concerns no field is said once, below the form', async () => {
  call.mockRejectedValue(new Problem('network'))
  await fill()
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
})
