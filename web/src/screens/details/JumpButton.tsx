import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'

export const LOG_ID = 'card-log'

/** Keeps the log in view this long, because parts above it may still load and push it down. */
const SETTLED_MS = 2000

const showLog = () => {
  const log = document.getElementById(LOG_ID)
  const card = log?.parentElement
  if (!log || !card) return
  const show = () => log.scrollIntoView({ block: 'start' })
  const changes = new MutationObserver(show)
  const stop = () => changes.disconnect()
  changes.observe(card, { childList: true, subtree: true })
  card.addEventListener('pointerdown', stop, { once: true })
  setTimeout(stop, SETTLED_MS)
  // In the next frame, when the pressed tab has rendered.
  requestAnimationFrame(show)
}

type Props = { icon: Icon; label: string; count: number; onPress?: () => void }

export const JumpButton = ({ icon: Shape, label, count, onPress }: Props) => (
  <Button
    variant="default"
    size="sm"
    mih={44}
    px={10}
    leftSection={<Shape size={18} stroke={1.75} aria-hidden />}
    aria-controls={LOG_ID}
    onClick={() => {
      onPress?.()
      showLog()
    }}
  >
    {label}&nbsp;<bdi>{formatNumber(count, currentLanguage())}</bdi>
  </Button>
)
