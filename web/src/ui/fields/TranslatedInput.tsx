import { TextInput, type TextInputProps } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Translations } from '#contract'
import { useTextLanguages } from '../../i18n/main-language.ts'
import { withText } from '../../i18n/names.ts'
import { IconButton } from '../icons/IconButton.tsx'
import { useLimitProblem } from './LimitedInput.tsx'

type Props = Omit<TextInputProps, 'maxLength'> & {
  label: string
  /** Maximum length; a longer text shows an error. */
  maxLength?: number
  field: string
  translations: Translations
  onTranslate: (translations: Translations) => void
}

/**
 * A text in the main language and optionally in others, whose fields are collapsed at first. Further props go to the
 * main input.
 */
export const TranslatedInput = ({ label, field, maxLength, translations, onTranslate, ...input }: Props) => {
  const { main, others } = useTextLanguages()
  const { t } = useTranslation()
  const { size } = input
  const [isOpen, setIsOpen] = useState(() => others.some(({ language }) => translations[language]?.[field]))
  const problemOf = useLimitProblem(maxLength)
  return (
    <>
      <TextInput
        label={`${label} (${main.name})`}
        dir={main.direction}
        rightSection={
          !isOpen && (
            <IconButton
              icon={IconLanguage}
              label={t('word.translate', { name: label })}
              size={28}
              onClick={() => setIsOpen(true)}
            />
          )
        }
        {...input}
        error={problemOf(String(input.value ?? '')) ?? input.error}
      />
      {(isOpen ? others : []).map(({ language, name, direction }) => (
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
