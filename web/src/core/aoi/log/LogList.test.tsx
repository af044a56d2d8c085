import { useMutation } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { LogEntry } from '#contract'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { aoiKeys } from '../keys.ts'
import type { AddedEntry } from './data.ts'
import { LogList } from './LogList.tsx'

beforeAll(async () => void (await startTestI18n()))

const entry = (_id: string, text: string) =>
  ({ _id, text, type: 'text', username: 'Dana', datetime: '2026-03-05T12:00:00Z', change: null }) as LogEntry

const Adding = ({ id }: { id: string }) => {
  const add = useMutation({
    mutationKey: aoiKeys.addEntry,
    mutationFn: async (): Promise<AddedEntry> => ({ entryId: id }),
  })
  return <button type="button" onClick={() => add.mutate()} />
}

test('the member’s own new entry is scrolled into view, others are not', async () => {
  const revealed = vi.fn()
  Element.prototype.scrollIntoView = function () {
    revealed(this.textContent)
  }
  const log = (...entries: LogEntry[]) => (
    <>
      <Adding id="mine" />
      <LogList entries={entries} onPhoto={() => {}} />
    </>
  )
  const { rerender } = show(log(entry('old', 'Called')))
  rerender(log(entry('theirs', 'On my way'), entry('old', 'Called')))
  expect(revealed).not.toHaveBeenCalled()
  await act(async () => screen.getByRole('button').click())
  rerender(log(entry('mine', 'There'), entry('theirs', 'On my way'), entry('old', 'Called')))
  expect(revealed).toHaveBeenCalledOnce()
  expect(revealed.mock.calls[0]?.[0]).toContain('There')
})

test('an entry of the system has an icon, not an initial', () => {
  const system = { ...entry('merged', ''), text: 'Merged', username: '', isSystem: true } as LogEntry
  show(<LogList entries={[system, entry('said', 'Called')]} onPhoto={() => {}} />)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.querySelector('svg')).not.toBeNull()
  expect(first?.textContent?.startsWith('Merged')).toBe(true)
  expect(second?.textContent?.startsWith('D')).toBe(true)
})
