import type { Icon } from '@tabler/icons-react'
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'

const pathsByIcon = new Map<Icon, string[]>()

/** The strokes of an icon in its box of 24 by 24, for where no element can be shown: a canvas. */
export const pathsOf = (icon: Icon): string[] => {
  const paths = pathsByIcon.get(icon) ?? read(icon)
  pathsByIcon.set(icon, paths)
  return paths
}

/** What a component made by `forwardRef` is made of: the function that draws it. */
type Drawing = { render: (props: object, ref: null) => ReactElement<{ children?: ReactNode }> }

/** Drawn without React: badges are made inside its effects, where it would not draw before they end. */
const read = (icon: Icon): string[] =>
  Children.toArray((icon as unknown as Drawing).render({}, null).props.children).flatMap((part) =>
    isValidElement<{ d?: string }>(part) && part.type === 'path' && part.props.d ? [part.props.d] : [],
  )
