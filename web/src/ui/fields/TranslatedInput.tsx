import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Translations } from '#contract'
import { useTextLanguages } from '../../i18n/main-language.ts'
import { withText } from '../../i18n/names.ts'

type Props = Omit<TextInputProps, 'maxLength'> & {
  label: string
  /** A longer text is refused by name. The browser's own `maxLength` would cut what is pasted without a word. */
  maxLength?: number
  /** The text's name in translations. */
  field: string
  translations: Translations
  onTranslate: (translations: Translations) => void
}

/** A text in the main language, and optionally in the others. All other props are those of the main input. */
export const TranslatedInput = ({ label, field, maxLength, translations, onTranslate, ...input }: Props) => {
  const { main, others } = useTextLanguages()
  const { t } = useTranslation()
  const { size } = input
  const problemOf = (text: string) =>
    maxLength !== undefined && text.length > maxLength
      ? t('form.longerThan', { max: maxLength, length: text.length })
      : undefined
  return (
    <>
      <TextInput
        label={`${label} (${main.name})`}
        dir={main.direction}
        {...input}
        error={problemOf(String(input.value ?? '')) ?? input.error}
      />
      {others.map(({ language, name, direction }) => (
        <TextInput
          key={language}
          label={`${label} (${name})`}
          dir={direction}
          {...(size !== undefined && { size })}
          value={translations[language]?.[field] ?? ''}
          error={problemOf(translations[language]?.[field] ?? '')}
          onChange={(event) => onTranslate(withText(translations, language, field, event.currentTarget.value))}
        />
      ))}
    </>
  )
}
