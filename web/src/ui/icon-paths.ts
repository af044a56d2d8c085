import type { Icon } from '@tabler/icons-react'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

const known = new Map<Icon, string[]>()

/** The strokes of an icon in its box of 24 by 24, for where no element can be shown: a canvas. */
export const pathsOf = (icon: Icon): string[] => {
  const paths = known.get(icon) ?? read(icon)
  known.set(icon, paths)
  return paths
}

const read = (icon: Icon): string[] => {
  const host = document.createElement('div')
  const root = createRoot(host)
  flushSync(() => root.render(createElement(icon)))
  const paths = [...host.querySelectorAll('path')].flatMap((path) => path.getAttribute('d') ?? [])
  root.unmount()
  return paths
}
