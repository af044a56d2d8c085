import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { languageCodes, progressSteps, progressTextNames, progressTexts, refusalReasons, refusalTexts } from '#contract'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { Progress, ProgressText } from './Progress.tsx'

test('a reporter reads a rejection and its reason in their own language', async () => {
  const review = { state: 'refused', reason: 'outsideArea', reasonText: 'Call the next town' } as const
  await startTestI18n('he')
  show(
    <>
      <Progress progress="refused" />
      <ProgressText progress="refused" messages={[progressTexts.refused, refusalTexts.outsideArea]} review={review} />
    </>,
  )
  expect(screen.getByText('לא אושר')).toBeDefined()
  expect(screen.getByText('הצוות לא אישר את הדיווח.')).toBeDefined()
  expect(screen.getByText('המקום נמצא מחוץ לאזור הפעילות של הצוות.')).toBeDefined()
  expect(screen.getByText('Call the next town')).toBeDefined()
})

test.each(languageCodes)('every step and every reason has its own words in %s', async (language) => {
  const t = await startTestI18n(language)
  const sentences = refusalReasons.map((reason) => refusalTexts[reason][language])
  expect(new Set(sentences).size).toBe(refusalReasons.length)
  const steps = progressSteps.map((step) => t(`visitor.progress.${step}`))
  expect(new Set(steps).size).toBe(progressSteps.length)
  expect(new Set(Object.values(progressTexts).map((texts) => texts[language])).size).toBe(progressTextNames.length)
})
