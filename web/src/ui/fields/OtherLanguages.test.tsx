import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { OtherLanguages } from './OtherLanguages.tsx'

beforeAll(() => startTestI18n())

test('fields in other languages are collapsed until the user opens them', () => {
  show(
    <OtherLanguages name="Notice" isUsed={false}>
      <input aria-label="Notice (עברית)" />
    </OtherLanguages>,
  )
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Translate: Notice' }))
  expect(screen.getByRole('textbox', { name: 'Notice (עברית)' })).toBeTruthy()
})

test('a translation that exists is shown', () => {
  show(
    <OtherLanguages name="Notice" isUsed>
      <input aria-label="Notice (עברית)" />
    </OtherLanguages>,
  )
  expect(screen.getByRole('textbox')).toBeTruthy()
})
