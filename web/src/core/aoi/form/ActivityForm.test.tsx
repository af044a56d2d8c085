import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Region } from '#contract'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { ActivityForm } from './ActivityForm.tsx'

beforeAll(async () => void (await startTestI18n()))

const harbour = { _id: 'harbour', name: 'Harbour', translations: {}, coordinates: [] } as unknown as Region

test('the region, which an activity needs, is visible at once and marked as required', () => {
  show(
    <ActivityForm
      draft="drill"
      serviceId="home"
      communities={[]}
      groups={[]}
      regions={[harbour]}
      onSaved={() => {}}
      onKept={() => {}}
      onLeave={() => {}}
    />,
  )
  expect(screen.getByLabelText(/^Region \*/, { selector: 'input' })).toBeDefined()
})
