import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { MainLanguage } from '../../i18n/main-language.ts'
import { show } from '../../testing/render.tsx'
import { TranslatedInput } from './TranslatedInput.tsx'

test('the main language of the service is the required one, and the other may stay empty', async () => {
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
  const english = screen.getByRole('textbox', { name: 'Name (English)' })
  await userEvent.type(english, 'F')
  expect(onTranslate).toHaveBeenLastCalledWith({ en: { guide: 'Stay inside', name: 'F' } })
})
