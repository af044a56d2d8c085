import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { BulkActions } from './BulkActions.tsx'

const onDecide = vi.fn()
beforeEach(async () => {
  onDecide.mockClear()
  await startTestI18n('en')
})

const showBulk = (ids: string[], reportIds: string[]) =>
  show(<BulkActions ids={ids} reportIds={reportIds} state="waiting" roles={[]} isBusy={false} onDecide={onDecide} />)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const ask = async (question: string) => {
  press('Ask the reporter')
  fireEvent.change(await screen.findByLabelText('Question for the reporter'), { target: { value: question } })
}

test('questions and merges exclude the photos of a mixed selection, with a notice', async () => {
  showBulk(['report', 'photo', 'other'], ['report', 'other'])
  await ask('Which side?')
  expect(screen.getByText(/one selected photo/)).toBeDefined()
  press('Send')
  expect(onDecide).toHaveBeenLastCalledWith({ kind: 'asked', question: 'Which side?', ids: ['report', 'other'] })
  press('Merge into one')
  expect(onDecide).toHaveBeenLastCalledWith({ kind: 'merged', ids: ['report', 'other'] })
  press('Accept')
  expect(onDecide).toHaveBeenLastCalledWith({ kind: 'accepted', ids: ['report', 'photo', 'other'] })
})

test('a selection of photos only can be neither asked about nor merged', () => {
  showBulk(['photo', 'second'], [])
  expect(screen.queryByRole('button', { name: 'Ask the reporter' })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Merge into one' }).disabled).toBe(true)
})

test('a selection without photos excludes nothing', async () => {
  showBulk(['report', 'other'], ['report', 'other'])
  await ask('Which side?')
  expect(screen.queryByText(/in your selection/)).toBeNull()
})
