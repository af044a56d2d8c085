import { Button } from '@mantine/core'
import { type FormEventHandler, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import classes from './FormFrame.module.css'
import panelForm from './PanelForm.module.css'
import { ProblemText } from './ProblemText.tsx'

type Props = {
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
}

/** The fields of a form over its buttons, which stay in sight. */
export const FormFrame = ({ form, send, isNew = false, isMoreChanged = false, onDiscard, ...props }: Props) => {
  const { t } = useTranslation()
  const isChanged = form.isChanged || isMoreChanged
  const [isAsking, setIsAsking] = useState(false)
  return (
    <form className={panelForm.form} aria-label={props.label} onSubmit={form.submit(send)} noValidate>
      <div className={panelForm.fields}>
        {props.children}
        <ProblemText problem={form.problem} />
      </div>
      <div className={classes.buttons}>
        {props.more}
        <span className={classes.space} />
        {isChanged && (
          <Button variant="default" onClick={() => setIsAsking(true)}>
            {t('word.discard')}
          </Button>
        )}
        <Button type="submit" disabled={!isChanged && !isNew} loading={props.isBusy}>
          {t('word.save')}
        </Button>
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
