import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { DateRangePicker } from './DateRangePicker.tsx'

beforeAll(async () => void (await startTestI18n()))

test.each([
  ['/', 'Show events from'],
  ['/?panel=activities', 'Show activities created from'],
  ['/?panel=groups', 'Show events from'],
  ['/sensors', 'Show sensor areas created from'],
])('on %s the dialog of dates is titled “%s”', (path, title) => {
  history.replaceState(null, '', path)
  show(<DateRangePicker box={null} onClose={() => {}} />)
  expect(screen.getByRole('heading').textContent).toBe(title)
})
