import { TextInput, type TextInputProps } from '@mantine/core'
import type { Translations } from '#contract'
import { useTextLanguages } from '../../i18n/main-language.ts'
import { withText } from '../../i18n/names.ts'

type Props = TextInputProps & {
  label: string
  /** The text's name in translations. */
  field: string
  translations: Translations
  onTranslate: (translations: Translations) => void
}

/** A text in the main language, and optionally in the others. All other props are those of the main input. */
export const TranslatedInput = ({ label, field, translations, onTranslate, ...input }: Props) => {
  const { main, others } = useTextLanguages()
  const { maxLength, size } = input
  return (
    <>
      <TextInput label={`${label} (${main.name})`} dir={main.direction} {...input} />
      {others.map(({ language, name, direction }) => (
        <TextInput
          key={language}
          label={`${label} (${name})`}
          dir={direction}
          {...(maxLength !== undefined && { maxLength })}
          {...(size !== undefined && { size })}
          value={translations[language]?.[field] ?? ''}
          onChange={(event) => onTranslate(withText(translations, language, field, event.currentTarget.value))}
        />
      ))}
    </>
  )
}
