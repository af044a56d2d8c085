import { lazy, Suspense, useEffect, useState } from 'react'
import { withTexts } from '../../i18n/i18n.ts'
import { isTyping } from '../../ui/browser/typing.ts'

const KeysSheet = lazy(
  withTexts(['calendar'], () => import('./KeysSheet.tsx').then((file) => ({ default: file.KeysSheet }))),
)

export const Keys = () => {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (event.key === '?' && isPlain && !event.defaultPrevented && !isTyping(event.target)) setIsOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense>
      <KeysSheet onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}
