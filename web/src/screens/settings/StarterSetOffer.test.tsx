import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '#contract'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { Metrics } from '../panels/Metrics.tsx'
import { EventTypeSettings } from './EventTypeSettings.tsx'
import { TeamSettings } from './TeamSettings.tsx'

answerCalls(vi.fn().mockResolvedValue([]))
beforeAll(async () => void (await startTestI18n()))
beforeEach(() => history.replaceState(null, '', '/'))

const member = (type: Profile['type']) =>
  ({ _id: 'me', type, service: { _id: 'home', title: 'Home' }, providedServices: [], role: null }) as unknown as Profile

test.each([
  ['event types', '/?panel=eventssettings', EventTypeSettings],
  ['roles', '/?panel=teamssettings', TeamSettings],
  ['actions', '/?panel=teamssettings&tab=actions', TeamSettings],
  ['metrics', '/?panel=metrics', Metrics],
] as const)('an empty list of %s offers a starter set to those who may apply it', async (_, path, Panel) => {
  history.replaceState(null, '', path)
  const { unmount } = show(<Panel profile={member('Technician')} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a starter set' }))
  const { panel, tab } = Object.fromEntries(new URLSearchParams(location.search))
  expect({ panel, tab }).toEqual({ panel: 'servicesettings', tab: 'starter' })
  unmount()
})
