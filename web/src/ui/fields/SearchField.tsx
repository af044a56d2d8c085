import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTyping } from '../browser/typing.ts'

type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  /** Called on arrow down, to focus the results. */
  onDown?: () => void
}

const PAUSE_MS = 250

/**
 * `/` focuses the field from anywhere, Escape clears it. The field's own reported text, coming back as `value`, never
 * replaces what is typed meanwhile.
 */
export const SearchField = ({ label, value, onChange, onDown }: Props) => {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [emitted, setEmitted] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  // The back button or clearing a filter changed the value.
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== emitted) {
      setEmitted(value)
      setText(value)
    }
  }

  const emit = useEffectEvent(() => {
    if (text === emitted) return
    setEmitted(text)
    onChange(text)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter restarts the pause
  useEffect(() => {
    const timer = setTimeout(() => emit(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (event.key !== '/' || !isPlain || event.defaultPrevented || isTyping(event.target)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  const clear = () => {
    setText('')
    setEmitted('')
    onChange('')
    field.current?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation()
      clear()
    } else if (event.key === 'Escape') field.current?.blur()
    if (event.key === 'Enter') emit()
    if (event.key === 'ArrowDown' && onDown) {
      event.preventDefault()
      onDown()
    }
  }

  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      value={text}
      maxLength={200}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      // Clicks on the icon reach the field: a narrow field shows nothing but the icon.
      leftSectionPointerEvents="none"
      rightSection={
        text !== '' && (
          <CloseButton size="sm" aria-label={t('search.clear')} title={t('search.clear')} onClick={clear} />
        )
      }
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={pressed}
    />
  )
}
