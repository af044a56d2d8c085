import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { LimitedInput } from './LimitedInput.tsx'

beforeAll(async () => void (await startTestI18n()))

const Field = () => {
  const [value, setValue] = useState('')
  return (
    <LimitedInput label="Name" maxLength={5} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
  )
}

test('text over the limit is reported while typing, and not cut', async () => {
  show(<Field />)
  const field = screen.getByLabelText('Name')
  await userEvent.click(field)
  await userEvent.paste('123456')
  expect(field).toHaveProperty('value', '123456')
  expect(screen.getByText('At most 5 characters; this text has 6.')).toBeTruthy()
  await userEvent.type(field, '{Backspace}')
  expect(screen.queryByText(/At most/)).toBeNull()
})
