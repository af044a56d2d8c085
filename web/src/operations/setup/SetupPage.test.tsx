import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { Problem } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { StarterField } from '../starter/StarterField.tsx'
import { SetupPage } from './SetupPage.tsx'

const call = vi.fn()
answerCalls(call)

beforeAll(() => startTestI18n())

/** Sets a value at once, because typing key by key is slow and not under test. */
const write = (label: RegExp | string, text: string) => {
  const field = screen.getByLabelText(label)
  field.focus()
  fireEvent.change(field, { target: { value: text } })
}

const fillAccount = () => {
  write(/^Service/, 'Harbour')
  write(/^First name/, 'Dana')
  write(/^Username/, 'dana')
  write(/^Password/, 'correct horse battery')
}

const fill = async () => {
  show(<SetupPage StarterField={StarterField} />)
  write(/token/i, 'guess')
  fillAccount()
  await userEvent.click(screen.getByRole('button', { name: /create/i }))
}

test('a wrong token gets one message, under its field', async () => {
  call.mockRejectedValue(new Problem('setupToken', { fields: { token: 'form.invalid' } }))
  await fill()
  const token = screen.getByLabelText(/token/i)
  await waitFor(() => expect(token.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText('This isn’t the token that was printed when the server started.')).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(token)
})

test('a wrong token found by the place search is shown once, below the token', async () => {
  call.mockRejectedValue(new Problem('setupToken', { fields: { token: 'form.invalid' } }))
  show(<SetupPage StarterField={StarterField} />)
  write(/token/i, 'guess')
  write('Home area', 'Haifa')
  expect(await screen.findByText('Enter the correct token above to search for places.')).toBeDefined()
  expect(screen.getAllByText('This isn’t the token that was printed when the server started.')).toHaveLength(1)
  expect(screen.getByLabelText(/^Token/).getAttribute('aria-invalid')).toBe('true')
})

test('problems without a field show once below the form', async () => {
  call.mockRejectedValue(new Problem('network'))
  await fill()
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
})

test('asks for language, home area and starter set, with a preview of the set', async () => {
  const place = { address: 'Haifa, Israel', coordinates: [35, 32.8] }
  call.mockImplementation(async (endpoint) => {
    if (endpoint.path === '/setup/places') return [place]
    throw new Problem('network')
  })
  show(<SetupPage StarterField={StarterField} />)
  write(/token/i, 'right')
  expect(screen.getByRole('radio', { name: /Emergency response/ })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: /City services/ }))
  expect(screen.getByText(/Street light out/)).toBeTruthy()
  write('Main language', 'he')
  write('Home area', 'Haifa')
  await userEvent.click(await screen.findByRole('button', { name: place.address }))
  fillAccount()
  await userEvent.click(screen.getByRole('button', { name: /create/i }))
  const sent = call.mock.lastCall?.[1].body
  expect(sent).toMatchObject({ mainLanguage: 'he', starterSet: 'city', serviceTitle: 'Harbour' })
  const [west, south, east, north] = sent.homeArea
  expect([(west + east) / 2, (south + north) / 2].map((degrees) => Number(degrees.toFixed(2)))).toEqual([35, 32.8])
})
