import { Button } from '@mantine/core'
import { type FormEventHandler, type ReactNode, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '#contract'
import { ProblemText } from '../feedback/ProblemText.tsx'
import { ConfirmDialog } from '../overlays/ConfirmDialog.tsx'
import classes from './FormFrame.module.css'
import panelForm from './PanelForm.module.css'

type Props = {
  ref?: Ref<HTMLFormElement>
  label: string
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
  /** What was changed besides the fields, such as a picture, and how it is taken back with them. */
  isMoreChanged?: boolean
  onDiscard?: () => void
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
export const FormFrame = ({ form, send, isNew = false, isMoreChanged = false, onDiscard, ...props }: Props) => {
  const { t } = useTranslation()
  const isChanged = form.isChanged || isMoreChanged
  const [isAsking, setIsAsking] = useState(false)
  return (
    <form ref={props.ref} className={panelForm.form} aria-label={props.label} onSubmit={form.submit(send)} noValidate>
      <div className={panelForm.fields} inert={props.isBusy}>
        {props.children}
      </div>
      <div className={classes.bottom}>
        <ProblemText problem={form.problem} note={isTrouble(form.problem) && t('form.kept')} />
        {props.news}
        <div className={classes.buttons}>
          {props.more}
          <span className={classes.space} />
          {isChanged && (
            <Button variant="default" disabled={props.isBusy} onClick={() => setIsAsking(true)}>
              {t('word.discard')}
            </Button>
          )}
          <Button type="submit" disabled={!isChanged && !isNew} loading={props.isBusy}>
            {t('word.save')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('form.discardTitle')}
        message={t('form.discardText')}
        yes={t('word.discard')}
        onYes={() => {
          setIsAsking(false)
          form.discard()
          onDiscard?.()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </form>
  )
}
