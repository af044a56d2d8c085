import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languageCodes, type Settings } from '#contract'
import { formatDate } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useTextLanguages } from '../../i18n/main-language.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { OtherLanguages } from '../../ui/fields/OtherLanguages.tsx'
import { dropDraft, keepDraft, readDraft } from '../../ui/forms/draft.ts'
import { fieldErrors } from '../../ui/forms/form.ts'
import { useOpenForm } from '../../ui/forms/open-form.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { RichTextEditor } from '../../ui/text/RichTextEditor.tsx'
import { usePublishTerms } from './data.ts'
import classes from './TermsEditor.module.css'

type Props = { settings: Settings; serviceTitle: string; onClose: () => void }
type Texts = Record<Language, string>

const DRAFT = 'terms'

/** The server fills missing translations with the main text, which would be published as a translation. */
const publishedTexts = (terms: Texts | null | undefined, main: Language): Texts =>
  Object.fromEntries(
    languageCodes.map((code) => {
      const text = terms?.[code] ?? ''
      return [code, code !== main && text === terms?.[main] ? '' : text]
    }),
  ) as Texts

/**
 * Edits the terms of the member's service, which are required in its main language. After publishing, every member must
 * agree again.
 */
export const TermsEditor = ({ settings, serviceTitle, onClose }: Props) => {
  const { t } = useTranslation()
  useOpenForm()
  const { main, others } = useTextLanguages()
  const published = publishedTexts(settings.terms, main.language)
  const [texts, setTexts] = useState<Texts>(() => ({ ...published, ...readDraft<Texts>(DRAFT) }))
  const [isAsking, setIsAsking] = useState(false)
  const publish = usePublishTerms()
  const fieldErrorTexts = fieldErrors(publish.error, t)
  const isChanged = languageCodes.some((code) => texts[code] !== published[code])
  const write = (language: Language) => (text: string) => {
    const next = { ...texts, [language]: text }
    setTexts(next)
    keepDraft(DRAFT, next)
  }
  const send = async () => {
    setIsAsking(false)
    try {
      await publish.mutateAsync(texts)
      dropDraft(DRAFT)
      onClose()
      await toast({ message: t('termsEditor.published') })
    } catch {}
  }
  const editorOf = ({ language, name, direction }: typeof main) => (
    <RichTextEditor
      key={language}
      label={name}
      isRequired={language === main.language}
      dir={direction}
      value={texts[language]}
      onChange={write(language)}
      error={fieldErrorTexts[language]}
    />
  )
  const date = settings.termsOfUseUpdateTime && formatDate(new Date(settings.termsOfUseUpdateTime), currentLanguage())
  return (
    <Dialog onClose={onClose} title={t('termsEditor.title')} size={640}>
      <div className={classes.form}>
        <p className={classes.hint}>{date ? t('termsEditor.current', { date }) : t('termsEditor.none')}</p>
        {editorOf(main)}
        <OtherLanguages
          name={t('termsEditor.title')}
          isUsed={others.some(({ language }) => texts[language] || fieldErrorTexts[language])}
        >
          {others.map(editorOf)}
        </OtherLanguages>
        <p className={classes.hint}>{t('termsEditor.hint', { language: main.name })}</p>
        {Object.keys(fieldErrorTexts).length === 0 && <ProblemText problem={publish.error} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('word.close')}
          </Button>
          <Button
            disabled={!isChanged || !texts[main.language]}
            loading={publish.isPending}
            onClick={() => setIsAsking(true)}
          >
            {t('termsEditor.publish')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('termsEditor.askTitle')}
        message={t('termsEditor.askText', { service: serviceTitle })}
        yes={t('termsEditor.publish')}
        onYes={send}
        onCancel={() => setIsAsking(false)}
      />
    </Dialog>
  )
}
