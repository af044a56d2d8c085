import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Error for a text, from the first character over the limit. */
export const useLimitProblem = (maxLength: number | undefined) => {
  const { t } = useTranslation()
  return (text: string): string | undefined =>
    maxLength !== undefined && text.length > maxLength
      ? t('form.longerThan', { max: maxLength, length: text.length })
      : undefined
}

/** Refuses longer texts; the browser's `maxLength` would cut pasted text silently. */
export const LimitedInput = ({ maxLength, ...input }: TextInputProps & { maxLength: number }) => {
  const problemOf = useLimitProblem(maxLength)
  return <TextInput {...input} error={problemOf(String(input.value ?? '')) ?? input.error} />
}
