import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import classes from './IconButton.module.css'

type Props = {
  icon: Icon
  label: string
  /**
   * Reason why the button is disabled. The button stays focusable, so that keyboard and screen reader users learn the
   * reason.
   */
  barred?: string | undefined
  isLabelled?: boolean
} & ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>

export const IconButton = ({ icon: Shape, label, barred, isLabelled = false, ...props }: Props) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={40}
    aria-label={label}
    title={isLabelled ? undefined : label}
    {...(isLabelled && { w: 'auto', px: 8, classNames: { icon: classes.labelled } })}
    {...props}
    {...bars(label, barred)}
  >
    <Shape size={20} stroke={1.75} aria-hidden />
    {isLabelled && label}
  </ActionIcon>
)

const bars = (label: string, barred: string | undefined) =>
  barred && {
    'aria-disabled': true,
    'aria-description': barred,
    'data-disabled': true,
    title: `${label}: ${barred}`,
    onClick: undefined,
  }
