import { Button } from '@mantine/core'
import { type FormEventHandler, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import classes from './FormFrame.module.css'
import panelForm from './PanelForm.module.css'
import { ProblemText } from './ProblemText.tsx'

type Props = {
  label: string
  isChanged: boolean
  /** A new thing can be sent as it stands: what is missing is then said. */
  isNew?: boolean
  isBusy: boolean
  problem: unknown
  onSubmit: FormEventHandler<HTMLFormElement>
  onDiscard: () => void
  children: ReactNode
  /** Beside Save: what else can be done with the thing. */
  more?: ReactNode
}

/** The fields of a form over its buttons, which stay in sight. */
export const FormFrame = ({
  label,
  isChanged,
  isNew = false,
  isBusy,
  problem,
  onSubmit,
  onDiscard,
  children,
  more,
}: Props) => {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <form className={panelForm.form} aria-label={label} onSubmit={onSubmit} noValidate>
      <div className={panelForm.fields}>
        {children}
        <ProblemText problem={problem} />
      </div>
      <div className={classes.buttons}>
        {more}
        <span className={classes.space} />
        {isChanged && (
          <Button variant="default" onClick={() => setIsAsking(true)}>
            {t('word.discard')}
          </Button>
        )}
        <Button type="submit" disabled={!isChanged && !isNew} loading={isBusy}>
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
          onDiscard()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </form>
  )
}
