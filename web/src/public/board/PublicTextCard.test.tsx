import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { PublicTextCard } from './PublicTextCard.tsx'

answerCalls(vi.fn().mockResolvedValue({ isOn: true, text: 'Road closed', hasPhoto: false, canHavePhoto: false }))
beforeAll(async () => void (await startTestI18n()))

test('the public text of a card is collapsed to its first words until it is opened', async () => {
  show(<PublicTextCard aoiId="one" />)
  const summary = (await screen.findByText('Road closed', { selector: 'bdi' })).closest('summary')
  const card = summary?.closest('details')
  expect(card?.open).toBe(false)
  fireEvent.click(summary as HTMLElement)
  expect(card?.open).toBe(true)
})
