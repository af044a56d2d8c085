import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { startTestI18n } from '../../../testing/i18n.ts'
import { show } from '../../../testing/render.tsx'
import { DayField } from './DayField.tsx'

beforeAll(() => startTestI18n())

const changes: string[] = []
const Field = () => {
  const [value, setValue] = useState('')
  const change = (day: string) => {
    changes.push(day)
    setValue(day)
  }
  return (
    <DayField label="Since" value={value} error={undefined} withAsterisk={false} onChange={change} onBlur={() => {}} />
  )
}

test('a day is picked in the browser and shown in the format of the app', () => {
  show(<Field />)
  const text = screen.getByRole<HTMLInputElement>('textbox', { name: 'Since' })
  fireEvent.change(screen.getByLabelText('Since: choose in a calendar'), { target: { value: '2026-03-05' } })
  expect(text.value).toBe('05 Mar 2026')
  expect(changes.at(-1)).toBe('2026-03-05')
})

test('a day can be typed, and invalid text is kept for correction', () => {
  show(<Field />)
  const text = screen.getByRole<HTMLInputElement>('textbox', { name: 'Since' })
  fireEvent.change(text, { target: { value: '5.3.2026' } })
  expect([text.value, changes.at(-1)]).toEqual(['5.3.2026', '2026-03-05'])
  fireEvent.blur(text)
  expect(text.value).toBe('05 Mar 2026')
  fireEvent.change(text, { target: { value: 'last week' } })
  fireEvent.blur(text)
  expect([text.value, changes.at(-1)]).toEqual(['last week', 'last week'])
})
