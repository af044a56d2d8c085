import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { PublicPage } from '#contract'
import { eventType } from '../../core/aoi/form/testing.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { PublicHome } from './PublicHome.tsx'

beforeAll(async () => void (await startTestI18n()))

test('a visitor sees the emergency line first, then the types, then known reports', async () => {
  const page = {
    service: { _id: 'home', name: 'Home', title: 'Home', translations: {}, logo: null, colours: {} },
    types: [eventType()],
    area: null,
    styleUrl: null,
    activities: [],
    board: 'b.1',
    visitor: null,
  } as unknown as PublicPage
  const Known = () => <p>Already reported</p>
  show(<PublicHome page={page} token="p.1" type={null} at={null} onChanged={() => {}} Known={Known} />)
  const type = await screen.findByRole('button', { name: 'Flooding' })
  const parts = [
    screen.getByText('If someone’s life is in danger, call an ambulance first.'),
    type,
    screen.getByText('Already reported'),
  ]
  const isBefore = (one: Node, other: Node) =>
    Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
  expect(parts.slice(1).map((part, index) => isBefore(parts[index] as Node, part))).toEqual([true, true])
})
