import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Why a text is refused, from the first character over the limit. */
export const useLimitProblem = (maxLength: number | undefined) => {
  const { t } = useTranslation()
  return (text: string): string | undefined =>
    maxLength !== undefined && text.length > maxLength
      ? t('form.longerThan', { max: maxLength, length: text.length })
      : undefined
}

/** A text field that refuses a longer text. The browser's own `maxLength` would cut a pasted text silently. */
export const LimitedInput = ({ maxLength, ...input }: TextInputProps & { maxLength: number }) => {
  const problemOf = useLimitProblem(maxLength)
  return <TextInput {...input} error={problemOf(String(input.value ?? '')) ?? input.error} />
}
