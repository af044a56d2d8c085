import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoleAction } from '#contract'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { labelOf } from '../../../i18n/names.ts'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import classes from './CustomValueDialog.module.css'
import { valueText } from './entry-text.ts'

type Props = {
  action: RoleAction
  problem: unknown
  isBusy: boolean
  onSubmit: (value: string) => void
  onClose: () => void
}

export const CustomValueDialog = ({ action, problem, isBusy, onSubmit, onClose }: Props) => {
  const { t } = useTranslation()
  const isList = action.setOfValuesEnabled && action.values.length > 0
  const [value, setValue] = useState('')
  const label = action.unit === 'Dollar' ? t('log.amount') : t('log.value')
  const isNumber = action.unit !== 'Text'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (value.trim()) onSubmit(value.trim())
  }
  return (
    <Dialog onClose={onClose} title={<bdi>{labelOf(action)}</bdi>} size={300}>
      <form className={classes.form} onSubmit={submit}>
        {isList ? (
          <NativeSelect
            label={label}
            data={[
              { value: '', label: t('log.choose') },
              ...action.values.map((one) => ({ value: one, label: valueText(one, action.unit, currentLanguage()) })),
            ]}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            data-autofocus
          />
        ) : (
          <TextInput
            label={label}
            type={isNumber ? 'number' : 'text'}
            inputMode={isNumber ? 'decimal' : 'text'}
            step="any"
            dir={isNumber ? 'ltr' : 'auto'}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <ProblemText problem={problem} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('word.cancel')}
          </Button>
          <Button type="submit" disabled={value.trim() === ''} loading={isBusy}>
            {t('log.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
