import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Returns a function that gives the error for a text over the limit. */
export const useLimitProblem = (maxLength: number | undefined) => {
  const { t } = useTranslation()
  return (text: string): string | undefined =>
    maxLength !== undefined && text.length > maxLength
      ? t('form.longerThan', { max: maxLength, length: text.length })
      : undefined
}

/** Shows an error for longer texts, because the browser's `maxLength` would silently cut pasted text. */
export const LimitedInput = ({ maxLength, ...input }: TextInputProps & { maxLength: number }) => {
  const problemOf = useLimitProblem(maxLength)
  return <TextInput {...input} error={problemOf(String(input.value ?? '')) ?? input.error} />
}
