import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'

type Props = { icon: Icon; label: string } & ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>

/** An icon that is pressed: it always has a name, which is also its tooltip. */
export const IconButton = ({ icon: Shape, label, ...props }: Props) => (
  <ActionIcon variant="subtle" color="gray" size={40} aria-label={label} title={label} {...props}>
    <Shape size={20} stroke={1.75} aria-hidden />
  </ActionIcon>
)
