import type { ReactNode } from 'react'
import type { Translations } from '#contract'
import { useTextLanguages } from '../../i18n/main-language.ts'
import { withText } from '../../i18n/names.ts'
import { RichTextEditor } from '../text/RichTextEditor.tsx'
import { OtherLanguages } from './OtherLanguages.tsx'

type Props = {
  label: string
  field: string
  value: string
  onChange: (html: string) => void
  error?: ReactNode
  translations: Translations
  onTranslate: (translations: Translations) => void
}

/**
 * A formatted text, required in the main language and optional in others. Loaded lazily, because the editor is large.
 */
export const TranslatedRichText = ({ label, field, translations, onTranslate, ...editor }: Props) => {
  const { main, others } = useTextLanguages()
  return (
    <>
      <RichTextEditor label={`${label} (${main.name})`} isRequired dir={main.direction} {...editor} />
      <OtherLanguages name={label} isUsed={others.some(({ language }) => translations[language]?.[field])}>
        {others.map(({ language, name, direction }) => (
          <RichTextEditor
            key={language}
            label={`${label} (${name})`}
            dir={direction}
            value={translations[language]?.[field] ?? ''}
            onChange={(html) => onTranslate(withText(translations, language, field, html))}
          />
        ))}
      </OtherLanguages>
    </>
  )
}
