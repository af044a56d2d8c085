import { Autocomplete, Button, TextInput } from '@mantine/core'
import { IconLock, IconLockOpen, IconSend, IconX } from '@tabler/icons-react'
import { type FormEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProblem, RoleAction } from '#contract'
import { labelOf } from '../../../i18n/names.ts'
import { useIsWide } from '../../../ui/browser/wide.ts'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { dropDraft, keepDraft, readDraft } from '../../../ui/forms/draft.ts'
import { useDraftFile } from '../../../ui/forms/draft-file.ts'
import { IconButton } from '../../../ui/icons/IconButton.tsx'
import { PhotoButton } from '../../../ui/images/PhotoButton.tsx'
import { PicturePreparing } from '../../../ui/images/PicturePreparing.tsx'
import { PictureWorkContext, usePictureWork } from '../../../ui/images/picture-work.ts'
import { UploadProgress } from '../../../ui/images/UploadProgress.tsx'
import { usePreview } from '../../../ui/images/use-preview.ts'
import { CustomValueDialog } from './CustomValueDialog.tsx'
import { useAddEntry } from './data.ts'
import classes from './LogInput.module.css'
import { entryDraft, type Subject } from './outgoing.ts'

type Props = {
  subject: Subject
  actions: readonly RoleAction[]
  closed?: string
  /** The subscriber who receives a private entry; `onDrop` ends the private mode, in which there is no lock. */
  recipient?: { id: string; name: string; onDrop: () => void } | undefined
  withLock?: boolean
}

const needsValue = (action: RoleAction) =>
  action.isCustomValue || (action.setOfValuesEnabled && action.values.length > 0)

/**
 * The input for log entries: an action or text, each with an optional photo. Entries are restricted to members unless
 * the lock is open.
 */
export const LogInput = ({ subject, actions, closed, recipient, withLock = !recipient }: Props) => {
  const { t } = useTranslation()
  const draft = entryDraft(subject, recipient?.id)
  const [text, setText] = useState(() => readDraft<{ text: string }>(draft).text ?? '')
  const [photo, setPhoto] = useDraftFile(draft)
  const [photoProblem, setPhotoProblem] = useState<FieldProblem>()
  const [isRestricted, setIsRestricted] = useState(true)
  const [actionToFill, setActionToFill] = useState<RoleAction>()
  const [isOffering, setIsOffering] = useState(false)
  const pictures = usePictureWork()
  const add = useAddEntry(subject)
  const isWide = useIsWide()
  const matchingAction = actions.find((action) => labelOf(action) === text)

  const choosePhoto = (file: File | null) => {
    setPhoto(file)
    setPhotoProblem(undefined)
  }
  const latestText = useRef(text)
  const write = (value: string) => {
    latestText.current = value
    setText(value)
    keepDraft(draft, { text: value })
  }
  const send = (action: RoleAction | undefined, value?: string) => {
    const now = Date.now()
    // An entry for a recipient is private by itself, so it is not sent as restricted.
    const audience = recipient ? { restricted: false, recipientId: recipient.id } : { restricted: isRestricted }
    const common = { ...audience, datetime: now, nonce: String(now), sendNotification: true }
    const body = action
      ? { ...common, type: 'action' as const, params: value === undefined ? [action._id] : [action._id, value] }
      : { ...common, type: 'text' as const, text: text.trim() }
    const words = action ? [labelOf(action), value].filter(Boolean).join(': ') : text.trim() || t('log.photo')
    add.mutate(
      { entry: body, words, photo },
      {
        onSuccess: () => {
          setIsRestricted(true)
          setActionToFill(undefined)
          choosePhoto(null)
          // The text has changed since sending, so it belongs to the next entry.
          if (latestText.current !== text) return
          write('')
          dropDraft(draft)
        },
      },
    )
  }
  const choose = (label: string) => {
    write(label)
    setIsOffering(false)
    const action = actions.find((one) => labelOf(one) === label)
    if (action && needsValue(action)) setActionToFill(action)
  }
  const labels = [...new Set(actions.map(labelOf))]
  const field = {
    className: classes.input,
    'aria-label': t('log.input'),
    placeholder: t('log.placeholder'),
    value: text,
    disabled: closed !== undefined,
    // With `auto`, an empty field and its Hebrew placeholder would be left-to-right.
    dir: text === '' ? undefined : 'auto',
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Closes the list of actions, which would cover the new entry.
    setIsOffering(false)
    if (matchingAction && needsValue(matchingAction)) return setActionToFill(matchingAction)
    send(matchingAction)
  }

  return (
    <form className={classes.form} onSubmit={pictures.submitWhenReady(submit)}>
      {closed ? <p className={classes.closed}>{closed}</p> : <ProblemText problem={actionToFill ? null : add.error} />}
      {recipient && (
        <p className={classes.recipient}>
          <span>{t('log.to', { name: recipient.name })}</span>
          <IconButton icon={IconX} label={t('log.toAll')} size={28} onClick={recipient.onDrop} />
        </p>
      )}
      {photo && <ChosenPhoto file={photo} onRemove={() => choosePhoto(null)} />}
      {pictures.isPreparing && <PicturePreparing />}
      {photoProblem && (
        <p className={classes.problem} role="alert">
          {t(photoProblem)}
        </p>
      )}
      {add.isPending && photo && <UploadProgress sent={add.sent} />}
      {!isWide && isOffering && <ActionChips labels={labels} text={text} onChoose={choose} />}
      <div className={classes.row}>
        <PictureWorkContext value={pictures.work}>
          <PhotoButton
            label={t('log.addPhoto')}
            isDisabled={closed !== undefined}
            onChoose={choosePhoto}
            onProblem={setPhotoProblem}
          />
        </PictureWorkContext>
        {isWide ? (
          <Autocomplete
            {...field}
            data={labels}
            onChange={write}
            onOptionSubmit={choose}
            dropdownOpened={isOffering}
            onDropdownOpen={() => setIsOffering(true)}
            onDropdownClose={() => setIsOffering(false)}
            maxDropdownHeight={260}
            comboboxProps={{ position: 'top', withinPortal: true }}
          />
        ) : (
          <TextInput
            {...field}
            autoComplete="off"
            onChange={(event) => write(event.currentTarget.value)}
            onFocus={() => setIsOffering(true)}
            onBlur={() => setIsOffering(false)}
          />
        )}
        {withLock && (
          <IconButton
            icon={isRestricted ? IconLock : IconLockOpen}
            label={t(isRestricted ? 'log.isRestricted' : 'log.isOpen')}
            aria-pressed={isRestricted}
            disabled={closed !== undefined}
            onClick={() => setIsRestricted(!isRestricted)}
          />
        )}
        <IconButton
          icon={IconSend}
          className={classes.send}
          type="submit"
          variant="filled"
          color="primary"
          label={t('log.send')}
          disabled={closed !== undefined || (text.trim() === '' && !photo && !pictures.isPreparing)}
          loading={add.isPending || pictures.isHeld}
        />
      </div>
      {actionToFill && (
        <CustomValueDialog
          action={actionToFill}
          problem={add.error}
          isBusy={add.isPending}
          onSubmit={(value) => send(actionToFill, value)}
          onClose={() => setActionToFill(undefined)}
        />
      )}
    </form>
  )
}

/** Keeps the focus in the field, so that the chips and a phone's keyboard stay open. */
const keepFocus = (event: PointerEvent) => event.preventDefault()

type ChipsProps = { labels: readonly string[]; text: string; onChoose: (label: string) => void }

/** Shows matching actions as chips on a phone, where a list does not fit between field and keyboard. */
const ActionChips = ({ labels, text, onChoose }: ChipsProps) => {
  const { t } = useTranslation()
  const typed = text.trim().toLocaleLowerCase()
  const shown = labels.filter((label) => label !== text && label.toLocaleLowerCase().includes(typed))
  if (shown.length === 0) return null
  return (
    <fieldset className={classes.chips} aria-label={t('log.actions')} onPointerDown={keepFocus}>
      {shown.map((label) => (
        <Button key={label} className={classes.chip} variant="light" radius="xl" onClick={() => onChoose(label)}>
          <bdi>{label}</bdi>
        </Button>
      ))}
    </fieldset>
  )
}

const ChosenPhoto = ({ file, onRemove }: { file: File; onRemove: () => void }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.photo}>
      <img src={usePreview(file)} alt={t('log.photo')} />
      <IconButton icon={IconX} label={t('log.removePhoto')} size={32} onClick={onRemove} />
    </div>
  )
}
