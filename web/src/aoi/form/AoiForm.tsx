import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { useOpenForm } from '../../ui/forms/open-form.ts'
import panelForm from '../../ui/forms/PanelForm.module.css'
import { UploadProgress } from '../../ui/images/UploadProgress.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import classes from './EventForm.module.css'
import { isAllShown } from './Slot.tsx'

type Form = {
  element: RefObject<HTMLFormElement | null>
  image: File | null
  isNew: boolean
  isChanged: boolean
  isContinued: boolean
  save: { isPending: boolean; error: Error | null; sent: number }
  send: () => void
  forget: () => void
  takeOver: (() => void) | undefined
}

type Props = {
  form: Form
  words: { overtaken: string; create: string }
  onLeave: () => void
  children: ReactNode
}

/** Creates or changes an AOI: what was not touched is not sent, so that two people can edit the same one. */
export const AoiForm = ({ form, words, onLeave, children }: Props) => {
  const { t } = useTranslation()
  useOpenForm()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send()
  }
  return (
    <form
      ref={form.element}
      className={`${panelForm.form} ${classes.form}`}
      onSubmit={submit}
      // Escape closes a list of choices, or a question; it does not lead out of the form.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      noValidate
      tabIndex={-1}
      aria-busy={form.save.isPending}
    >
      <div className={panelForm.fields} inert={form.save.isPending}>
        {form.takeOver ? (
          <Notice text={words.overtaken}>
            <Button variant="subtle" size="compact-sm" onClick={form.takeOver}>
              {t('eventForm.takeOver')}
            </Button>
          </Notice>
        ) : (
          form.isContinued && <Notice text={t('form.draftKept')} />
        )}
        {children}
      </div>
      <Bottom form={form} create={words.create} onLeave={onLeave} />
    </form>
  )
}

/** Sends what was typed, or throws it away after asking. */
const Bottom = ({ form, create, onLeave }: { form: Form; create: string; onLeave: () => void }) => {
  const { t } = useTranslation()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const { save, isNew, isChanged } = form
  const discard = () => {
    form.forget()
    onLeave()
  }
  return (
    <div className={classes.bottom}>
      {save.error && !isAllShown(save.error) && (
        <>
          <ProblemText problem={save.error} onRetry={form.send} />
          <p className={classes.kept}>{t('eventForm.kept')}</p>
        </>
      )}
      {save.isPending && form.image && <UploadProgress sent={save.sent} />}
      <div className={classes.buttons}>
        <Button
          variant="default"
          disabled={save.isPending}
          onClick={() => (isChanged ? setIsDiscarding(true) : onLeave())}
        >
          {t(isChanged ? 'word.discard' : 'word.cancel')}
        </Button>
        <Button type="submit" disabled={!isNew && !isChanged} loading={save.isPending}>
          {isNew ? create : t('word.save')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isDiscarding}
        title={t('form.discardTitle')}
        message={t(isNew ? 'eventForm.discardText' : 'form.discardText')}
        yes={t('word.discard')}
        onYes={discard}
        onCancel={() => setIsDiscarding(false)}
      />
    </div>
  )
}
