import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { MainLanguage } from '../../i18n/main-language.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { TranslatedInput } from './TranslatedInput.tsx'

beforeAll(async () => void (await startTestI18n()))

test('the main language is required, and the other is optional', async () => {
  const onTranslate = vi.fn()
  show(
    <MainLanguage value="he">
      <TranslatedInput
        label="Name"
        field="name"
        withAsterisk
        value="הצפה"
        onChange={() => {}}
        translations={{ en: { guide: 'Stay inside' } }}
        onTranslate={onTranslate}
      />
    </MainLanguage>,
  )
  expect(
    screen
      .getByRole('textbox', { name: /^Name \(עברית\)/ })
      .closest('[dir]')
      ?.getAttribute('dir'),
  ).toBe('rtl')
  expect(screen.queryByRole('textbox', { name: 'Name (English)' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Translate: Name' }))
  const english = screen.getByRole('textbox', { name: 'Name (English)' })
  await userEvent.type(english, 'F')
  expect(onTranslate).toHaveBeenLastCalledWith({ en: { guide: 'Stay inside', name: 'F' } })
})

test('text over the limit is reported while typing, and not cut', async () => {
  const onChange = vi.fn()
  const field = (value: string) => (
    <TranslatedInput
      label="Name"
      field="name"
      maxLength={5}
      value={value}
      onChange={onChange}
      translations={{ he: { name: 'שיטפון' } }}
      onTranslate={() => {}}
    />
  )
  const { rerender } = show(field('Flood'))
  expect(screen.getAllByText(/At most/).map(({ textContent }) => textContent)).toEqual([
    'At most 5 characters; this text has 6.',
  ])
  await userEvent.type(screen.getByRole('textbox', { name: 'Name (English)' }), 's')
  expect(onChange).toHaveBeenCalledOnce()
  rerender(field('Floods'))
  expect(screen.getAllByText(/At most 5 characters/)).toHaveLength(2)
})
