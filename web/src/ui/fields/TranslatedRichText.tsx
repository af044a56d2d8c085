import { Button } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Translations } from '#contract'
import { useTextLanguages } from '../../i18n/main-language.ts'
import { withText } from '../../i18n/names.ts'
import { RichTextEditor } from '../text/RichTextEditor.tsx'
import classes from './TranslatedRichText.module.css'

type Props = {
  label: string
  field: string
  value: string
  onChange: (html: string) => void
  error?: ReactNode
  translations: Translations
  onTranslate: (translations: Translations) => void
}

/** A formatted text, required in the main language and optional in the others. Loaded lazily, with the editor. */
export const TranslatedRichText = ({ label, field, translations, onTranslate, ...editor }: Props) => {
  const { main, others } = useTextLanguages()
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(() => others.some(({ language }) => translations[language]?.[field]))
  return (
    <>
      <RichTextEditor label={`${label} (${main.name})`} isRequired dir={main.direction} {...editor} />
      {!isOpen && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconLanguage size={18} stroke={1.75} />}
          className={classes.translate}
          onClick={() => setIsOpen(true)}
        >
          {t('word.translate', { name: label })}
        </Button>
      )}
      {(isOpen ? others : []).map(({ language, name, direction }) => (
        <RichTextEditor
          key={language}
          label={`${label} (${name})`}
          dir={direction}
          value={translations[language]?.[field] ?? ''}
          onChange={(html) => onTranslate(withText(translations, language, field, html))}
        />
      ))}
    </>
  )
}
