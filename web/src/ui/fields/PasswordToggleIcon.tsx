import { IconEye, IconEyeOff } from '@tabler/icons-react'

export const PasswordToggleIcon = ({ reveal }: { reveal: boolean }) =>
  reveal ? <IconEyeOff size={18} stroke={1.75} /> : <IconEye size={18} stroke={1.75} />
