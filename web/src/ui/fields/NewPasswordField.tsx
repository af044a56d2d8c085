import type { PasswordInputProps } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN_LENGTH, passwordProblem } from '#contract'
import classes from './NewPasswordField.module.css'
import { PasswordField } from './PasswordField.tsx'

export const NewPasswordField = ({ value, ...props }: PasswordInputProps & { value: string }) => {
  const { t } = useTranslation()
  const weakness = passwordProblem(value)
  return (
    <>
      <PasswordField autoComplete="new-password" {...props} value={value} />
      <ul className={classes.rules}>
        <Rule
          text={t('form.ruleLength', { count: PASSWORD_MIN_LENGTH })}
          isMet={value !== '' && weakness !== 'form.passwordShort'}
        />
        <Rule text={t('form.ruleCommon')} isMet={value !== '' && !weakness} />
      </ul>
    </>
  )
}

const Rule = ({ text, isMet }: { text: string; isMet: boolean }) => {
  const { t } = useTranslation()
  const Icon = isMet ? IconCheck : IconPoint
  return (
    <li className={classes.rule} data-met={isMet}>
      <Icon size={16} stroke={2} role="img" aria-label={isMet ? t('form.ruleMet') : t('form.ruleOpen')} />
      {text}
    </li>
  )
}
