import { Button } from '@mantine/core'
import { type FormEventHandler, type KeyboardEventHandler, type ReactNode, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '#contract'
import { ProblemText } from '../feedback/ProblemText.tsx'
import { ConfirmDialog } from '../overlays/ConfirmDialog.tsx'
import classes from './FormFrame.module.css'

type Props = {
  ref?: Ref<HTMLFormElement>
  /** Absent where the heading above the form names it. */
  label?: string
  form: {
    isChanged: boolean
    problem: unknown
    submit: (send: () => Promise<unknown>) => FormEventHandler<HTMLFormElement>
    discard: () => void
  }
  send: () => Promise<unknown>
  isBusy: boolean
  /** A new thing can be sent as it stands: what is missing is then said. */
  isNew?: boolean
  /** What the button says that sends a new thing; Save where it is left out. */
  create?: string
  /** What was changed besides the fields, such as a picture, and how it is taken back with them. */
  isMoreChanged?: boolean
  onDiscard?: () => void
  /** What is lost, when asked whether to discard it. */
  discardText?: string
  /** Leads out of the form: offered as Cancel while nothing is changed, and followed after discarding. */
  onLeave?: () => void
  onRetry?: () => void
  onKeyDown?: KeyboardEventHandler<HTMLFormElement>
  /** Above the fields: a draft is continued, somebody else changed the thing. */
  notice?: ReactNode
  children: ReactNode
  /** Beside Save: what else can be done with the thing. */
  more?: ReactNode
  /** Over the buttons: how far the sending is. */
  news?: ReactNode
}

/** No fault of what was typed. */
const isTrouble = (problem: unknown) =>
  problem instanceof Problem && (problem.statusCode === 0 || problem.statusCode >= 500)

/** The fields of a form over its buttons, which stay in sight, as does what went wrong. */
export const FormFrame = ({ form, send, isBusy, isNew = false, isMoreChanged = false, onLeave, ...props }: Props) => {
  const { t } = useTranslation()
  const isChanged = form.isChanged || isMoreChanged
  const [isAsking, setIsAsking] = useState(false)
  const discard = () => {
    setIsAsking(false)
    form.discard()
    props.onDiscard?.()
    onLeave?.()
  }
  return (
    <form
      ref={props.ref}
      className={classes.form}
      aria-label={props.label}
      aria-busy={isBusy}
      tabIndex={-1}
      onSubmit={form.submit(send)}
      onKeyDown={props.onKeyDown}
      noValidate
    >
      <div className={classes.fields} inert={isBusy}>
        {props.notice}
        {props.children}
      </div>
      <div className={classes.bottom}>
        <ProblemText problem={form.problem} onRetry={props.onRetry} note={isTrouble(form.problem) && t('form.kept')} />
        {props.news}
        <div className={classes.buttons}>
          {props.more}
          <span className={classes.space} />
          {(isChanged || onLeave) && (
            <Button variant="default" disabled={isBusy} onClick={isChanged ? () => setIsAsking(true) : onLeave}>
              {t(isChanged ? 'word.discard' : 'word.cancel')}
            </Button>
          )}
          <Button type="submit" disabled={!isChanged && !isNew} loading={isBusy}>
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
