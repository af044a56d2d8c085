import { Button } from '@mantine/core'
import { type FormEventHandler, type KeyboardEventHandler, type ReactNode, type Ref, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '#contract'
import { ProblemText } from '../feedback/ProblemText.tsx'
import { PicturePreparing } from '../images/PicturePreparing.tsx'
import { PictureWorkContext, usePictureWork } from '../images/picture-work.ts'
import { ConfirmDialog } from '../overlays/ConfirmDialog.tsx'
import classes from './FormFrame.module.css'
import { LeaveForm } from './open-form.ts'

type Props = {
  ref?: Ref<HTMLFormElement>
  label?: string
  form: {
    isChanged: boolean
    problem: unknown
    submit: (send: () => Promise<unknown>) => FormEventHandler<HTMLFormElement>
    discard: () => void
  }
  send: () => Promise<unknown>
  isBusy: boolean
  /** A form for a new item can be submitted without changes; it then reports missing fields. */
  isNew?: boolean
  create?: string
  /** Whether something outside `form` changed, such as an image. */
  isMoreChanged?: boolean
  onDiscard?: () => void
  discardText?: string
  onLeave?: () => void
  onRetry?: () => void
  onKeyDown?: KeyboardEventHandler<HTMLFormElement>
  notice?: ReactNode
  children: ReactNode
  more?: ReactNode
  news?: ReactNode
}

/** Whether the network or the server failed, as opposed to invalid input. */
const isServerTrouble = (problem: unknown) =>
  problem instanceof Problem && (problem.statusCode === 0 || problem.statusCode >= 500)

export const FormFrame = ({ form, send, isBusy, isNew = false, isMoreChanged = false, onLeave, ...props }: Props) => {
  const { t } = useTranslation()
  const isChanged = form.isChanged || isMoreChanged
  const [isAsking, setIsAsking] = useState(false)
  const { work, isPreparing, isHeld, submitWhenReady } = usePictureWork()
  const isClosed = isBusy || isHeld
  const leaveToList = use(LeaveForm)
  const discard = () => {
    setIsAsking(false)
    form.discard()
    props.onDiscard?.()
    const leave = onLeave ?? leaveToList
    leave?.()
  }
  return (
    <form
      ref={props.ref}
      className={classes.form}
      aria-label={props.label}
      aria-busy={isClosed}
      tabIndex={-1}
      onSubmit={submitWhenReady(form.submit(send))}
      onKeyDown={props.onKeyDown}
      noValidate
    >
      <div className={classes.fields} inert={isClosed}>
        {props.notice}
        <PictureWorkContext value={work}>{props.children}</PictureWorkContext>
      </div>
      <div className={classes.bottom}>
        <ProblemText
          problem={form.problem}
          onRetry={props.onRetry}
          note={isServerTrouble(form.problem) && t('form.kept')}
        />
        {props.news}
        {isHeld && <PicturePreparing isHeld />}
        <div className={classes.buttons}>
          {props.more}
          <span className={classes.space} />
          {(isChanged || onLeave) && (
            <Button
              variant="default"
              // Disabled while a picture is prepared: it would be stored in the discarded draft.
              disabled={isClosed || isPreparing}
              onClick={isChanged ? () => setIsAsking(true) : onLeave}
            >
              {t(isChanged ? 'word.discard' : 'word.cancel')}
            </Button>
          )}
          <Button type="submit" disabled={!isChanged && !isNew && !isPreparing} loading={isClosed}>
            {(isNew && props.create) || t('word.save')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('form.discardTitle')}
        message={props.discardText ?? t('form.discardText')}
        yes={t('word.discard')}
        onYes={discard}
        onCancel={() => setIsAsking(false)}
      />
    </form>
  )
}
