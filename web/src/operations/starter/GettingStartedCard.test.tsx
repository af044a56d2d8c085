import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { type GettingStarted, gettingStartedSteps } from '#contract'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { GettingStartedCard } from './GettingStartedCard.tsx'

beforeAll(() => startTestI18n())

const stepsDone = (done: number): GettingStarted =>
  gettingStartedSteps.map((name, place) => ({ name, isDone: place < done }))
const onOpen = vi.fn()
const onDismiss = vi.fn()
const showSteps = (done: number) =>
  show(<GettingStartedCard steps={stepsDone(done)} onOpen={onOpen} onDismiss={onDismiss} />)

test('each step has its button, and the card counts completed ones', async () => {
  showSteps(2)
  expect(screen.getByText('2 of 8 done')).toBeTruthy()
  expect(screen.getAllByText('Done')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Invite: Team' }))
  expect(onOpen).toHaveBeenCalledWith('team')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(onDismiss).toHaveBeenCalled()
})

test('the completed card has a hint where to find the steps again', () => {
  showSteps(8)
  expect(screen.getByText(/All steps are done/)).toBeTruthy()
  expect(screen.queryByRole('listitem')).toBeNull()
})
