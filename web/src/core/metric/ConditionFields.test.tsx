import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import type { MetricChoices } from './choices.ts'
import type { MetricFormState } from './use-metric-form.ts'
import { emptyMetric, newCondition } from './values.ts'

beforeAll(async () => void (await startTestI18n()))

const form = {
  values: { ...emptyMetric, conditions: [newCondition({ type: 'BY_REGION' })] },
  change: () => {},
  errorOf: () => undefined,
} as unknown as MetricFormState

test('a condition on regions offers to draw one, if the service has none', () => {
  const choices: MetricChoices = { actions: [], types: [], regions: [], roles: [], members: [] }
  const onDrawRegion = vi.fn()
  show(<ConditionFields form={form} place={0} choices={choices} onDrawRegion={onDrawRegion} />)
  fireEvent.click(screen.getByRole('button', { name: 'Draw region' }))
  expect(onDrawRegion).toHaveBeenCalledOnce()
})
