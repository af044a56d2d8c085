import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { FirstWord } from './FirstWord.tsx'

test('the time to the first reply is shown, and a period without reports is explained', async () => {
  await startTestI18n('en')
  const waits = { reports: 4, answered: 3, waiting: 1, medianSeconds: 900, longestWaitSeconds: 7200 }
  const { rerender } = show(<FirstWord {...waits} />)
  const figureOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent
  expect(figureOf('Median')).toBe('15 min')
  expect(figureOf('Longest still waiting')).toBe('2 hr')
  rerender(<FirstWord {...waits} answered={0} medianSeconds={null} longestWaitSeconds={null} />)
  expect(figureOf('Median')).toBe('–')
  rerender(<FirstWord reports={0} answered={0} waiting={0} medianSeconds={null} longestWaitSeconds={null} />)
  expect(screen.getByText('No visitor reports in this period.')).toBeDefined()
  expect(screen.queryByText('Median')).toBeNull()
})
