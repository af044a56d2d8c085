import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { FieldGroup } from '../../ui/fields/FieldGroup.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useRefreshProfile } from './data.ts'
import { EnrolSteps } from './EnrolSteps.tsx'
import classes from './SecondFactor.module.css'
import { TurnOffForm } from './TurnOffForm.tsx'

export const SecondFactorSettings = ({ state }: { state: Profile['secondFactor'] }) => {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'on' | 'off'>()
  const refresh = useRefreshProfile()
  const close = () => {
    setDialog(undefined)
    void refresh()
  }
  return (
    <FieldGroup name={t('secondFactor.title')}>
      <p className={classes.hint}>
        {state.isOn ? t('secondFactor.isOn', { count: state.recoveryCodesLeft }) : t('secondFactor.isOff')}
      </p>
      {state.isOn ? (
        <Button variant="default" onClick={() => setDialog('off')}>
          {t('secondFactor.turnOff')}
        </Button>
      ) : (
        <Button variant="default" onClick={() => setDialog('on')}>
          {t('secondFactor.turnOn')}
        </Button>
      )}
      <Dialog
        opened={dialog !== undefined}
        onClose={close}
        // The dialog may show recovery codes, which are shown only once, so a click outside or Escape must not close
        // it.
        closeOnClickOutside={false}
        closeOnEscape={dialog === 'off'}
        title={t(dialog === 'off' ? 'secondFactor.offTitle' : 'secondFactor.title')}
        size={440}
      >
        {dialog === 'off' ? <TurnOffForm onDone={close} /> : <EnrolSteps onDone={close} />}
      </Dialog>
    </FieldGroup>
  )
}
