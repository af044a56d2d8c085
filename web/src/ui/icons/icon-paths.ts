import type { Icon } from '@tabler/icons-react'
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'

const pathsByIcon = new Map<Icon, string[]>()

/** The SVG paths of an icon (24 by 24), to draw it on a canvas. */
export const pathsOf = (icon: Icon): string[] => {
  const paths = pathsByIcon.get(icon) ?? read(icon)
  pathsByIcon.set(icon, paths)
  return paths
}

/** A `forwardRef` component's inside: its render function. */
type Drawing = { render: (props: object, ref: null) => ReactElement<{ children?: ReactNode }> }

/** Without React: badges are drawn inside effects, where React would not render before they end. */
const read = (icon: Icon): string[] =>
  Children.toArray((icon as unknown as Drawing).render({}, null).props.children).flatMap((part) =>
    isValidElement<{ d?: string }>(part) && part.type === 'path' && part.props.d ? [part.props.d] : [],
  )
