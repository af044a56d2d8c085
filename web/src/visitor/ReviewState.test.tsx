import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { languageCodes, refusalReasons } from '#contract'
import { startTestI18n } from '../testing/i18n.ts'
import { show } from '../testing/render.tsx'
import { ReviewState, ReviewText } from './ReviewState.tsx'

test('a reporter reads the refusal and its reason in its language, and the words as they were written', async () => {
  const refused = { state: 'refused', reason: 'outsideArea', reasonText: 'Call the next town' } as const
  await startTestI18n('he')
  show(
    <>
      <ReviewState state={refused.state} />
      <ReviewText {...refused} />
    </>,
  )
  expect(screen.getByText('לא אושר')).toBeDefined()
  expect(screen.getByText('המקום נמצא מחוץ לאזור הפעילות של הצוות.')).toBeDefined()
  expect(screen.getByText('Call the next town')).toBeDefined()
})

test.each(languageCodes)('every reason has its sentence in %s', async (language) => {
  const t = await startTestI18n(language)
  const sentences = refusalReasons.map((reason) => t(`refusal.reason.${reason}`))
  expect(new Set(sentences).size).toBe(refusalReasons.length)
})
