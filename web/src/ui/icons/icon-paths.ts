import type { Icon } from '@tabler/icons-react'
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'

const pathsByIcon = new Map<Icon, string[]>()

/** SVG paths of an icon in a 24 × 24 box, for drawing on a canvas. */
export const pathsOf = (icon: Icon): string[] => {
  const paths = pathsByIcon.get(icon) ?? read(icon)
  pathsByIcon.set(icon, paths)
  return paths
}

/** A `forwardRef` component, with its internal render function. */
type Drawing = { render: (props: object, ref: null) => ReactElement<{ children?: ReactNode }> }

/** Calls the render function directly: badges are drawn inside effects, and React would render only after those. */
const read = (icon: Icon): string[] =>
  Children.toArray((icon as unknown as Drawing).render({}, null).props.children).flatMap((part) =>
    isValidElement<{ d?: string }>(part) && part.type === 'path' && part.props.d ? [part.props.d] : [],
  )
