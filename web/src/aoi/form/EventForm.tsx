import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LocalMap, offeredTypes } from '#contract'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useOpenForm } from '../../ui/open-form.ts'
import { ProblemText } from '../../ui/ProblemText.tsx'
import { UploadProgress } from '../../ui/UploadProgress.tsx'
import { EventFields } from './EventFields.tsx'
import classes from './EventForm.module.css'
import type { Placing } from './PlaceField.tsx'
import { isAllShown } from './Slot.tsx'
import { type EventFormOptions, type EventFormState, useEventForm } from './use-event-form.ts'

export type EventFormProps = EventFormOptions & {
  /** The types of the member's role; none listed means all. */
  offered: readonly string[]
  localMaps: readonly LocalMap[]
  onLeave: () => void
  placing?: Placing | undefined
}

/** Reports an event, or changes one: what was not touched is not sent, so that two people can edit the same one. */
export const EventForm = ({ offered, localMaps, onLeave, placing, ...options }: EventFormProps) => {
  const { t } = useTranslation()
  useOpenForm()
  const form = useEventForm(options)
  const { types, regions, aoi } = options
  // An event keeps the type it has, even where the editor's role does not offer it.
  const kept = types.filter(({ _id }) => _id === aoi?.properties.publicAction?._id)
  const choosable = [...new Set([...offeredTypes(types, offered), ...kept])]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send()
  }
  return (
    <form
      ref={form.element}
      className={classes.form}
      onSubmit={submit}
      // Escape closes a list of choices, or a question; it does not lead out of the form.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      noValidate
      tabIndex={-1}
      aria-busy={form.save.isPending}
    >
      <div className={classes.fields} inert={form.save.isPending}>
        {form.takeOver ? (
          <Notice text={t('eventForm.overtaken')}>
            <Button variant="subtle" size="compact-sm" onClick={form.takeOver}>
              {t('eventForm.takeOver')}
            </Button>
          </Notice>
        ) : (
          form.isContinued && <Notice text={t('form.draftKept')} />
        )}
        <EventFields form={form} types={choosable} regions={regions} localMaps={localMaps} placing={placing} />
      </div>
      <Bottom form={form} onLeave={onLeave} />
    </form>
  )
}

/** Sends what was typed, or throws it away after asking. */
const Bottom = ({ form, onLeave }: { form: EventFormState; onLeave: () => void }) => {
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
          {t(isNew ? 'eventForm.create' : 'word.save')}
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
