import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { MapSettingsForm } from './MapSettingsForm.tsx'

beforeAll(async () => void (await startTestI18n()))
afterEach(() => vi.unstubAllGlobals())

const style = { version: 8, name: 'Own map', sources: {}, layers: [] }

test('a style on this server is tested by a request from the browser', async () => {
  const user = userEvent.setup()
  const fetched = vi.fn(async (_address: string) => Response.json(style))
  vi.stubGlobal('fetch', fetched)
  show(<MapSettingsForm service="home" settings={{ styleUrl: '', geocoderUrl: '' }} />)
  const [field, , geocoder] = [
    screen.getByRole('textbox', { name: 'Map style' }),
    ...screen.getAllByRole('button', { name: /^Test: / }),
  ]
  await user.type(field, '/maps/style.json')
  await user.click(screen.getByRole('button', { name: 'Test: Map style' }))
  expect((await screen.findByRole('status')).textContent).toContain('Own map')
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/maps/style.json'])
  expect(geocoder).toHaveProperty('disabled', true)
})
