import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { MomentField } from './MomentField.tsx'

beforeAll(() => startTestI18n())

const Field = ({ initial }: { initial: string }) => {
  const [value, setValue] = useState(initial)
  return (
    <>
      <MomentField label="Start" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}
const day = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Start' })
const value = () => screen.getByRole('status').textContent

test('a moment is shown and typed as day, month and year with 24 hours', async () => {
  show(<Field initial="2026-11-19T20:05" />)
  expect(day().value).toBe('19 Nov 2026')
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Start: hour' }).value).toBe('20')
  fireEvent.change(day(), { target: { value: '3.12.2026' } })
  expect(value()).toBe('2026-12-03T20:05')
  await userEvent.click(screen.getByRole('spinbutton', { name: 'Start: hour' }))
  await userEvent.keyboard('0730')
  expect(value()).toBe('2026-12-03T07:30')
})

test('a day without a time gets 09:00, and a time without a day is no moment', () => {
  show(<Field initial="" />)
  fireEvent.change(day(), { target: { value: '19 Nov 2026' } })
  expect(value()).toBe('2026-11-19T09:00')
  fireEvent.change(day(), { target: { value: '' } })
  expect(value()).toBe('')
})
